// A link to give away, with a button that copies it.
import { useState } from 'preact/hooks';

export function CopyLink({ label, path }: { label: string; path: string }) {
  const [done, setDone] = useState(false);
  const link = path.startsWith('http') ? path : location.origin + path;
  const copy = (): void => {
    navigator.clipboard?.writeText(link).then(
      () => setDone(true),
      () => setDone(false),
    );
  };
  return (
    <label class="copy-link">
      <span>{label}</span>
      <span class="copy-row">
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={copy}>{done ? 'Copied' : 'Copy'}</button>
      </span>
    </label>
  );
}
