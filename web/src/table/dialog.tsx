// A dialog over the table: the cards of a zone, or a rule. The browser's own element keeps the focus inside.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type RuleRow } from '../api';
import type { Game, Seat } from '../protocol';
import { readRule, RuleBody } from '../pages/rule';
import { CardView } from './card';
import { useWorld } from './context';
import { lookOf } from './zone';
import { plural, whose } from './words';

export function Dialog({ title, close, children, wide }: { title: string; close: () => void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={ref} class={wide ? 'wide' : ''} aria-label={title} onClose={close} onClick={(event) => event.target === ref.current && ref.current?.close()}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="close" aria-label="Close" onClick={() => ref.current?.close()}>
          ×
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

export function ZoneDialog({ seat, name, close }: { seat: Seat; name: string; close: () => void }) {
  const { board, layout, you } = useWorld();
  const zone = board.seats[seat].zones[name];
  if (!zone) return null;
  const cards = zone.cards ?? [];
  const hidden = zone.count - cards.filter((card) => card.name).length;
  return (
    <Dialog title={`${whose(seat, you)} ${lookOf(layout.zones, name).title}`} close={close} wide>
      <p>
        {plural(zone.count, 'card')}
        {hidden > 0 && zone.count > 0 && `, ${hidden} of them not known to you`}
      </p>
      <div class="zone-cards">
        {cards.map((card) => (
          <CardView key={card.ref} card={card} still />
        ))}
      </div>
    </Dialog>
  );
}

export function RuleDialog({ game, id, close }: { game: Game; id: string; close: () => void }) {
  const [rule, setRule] = useState<RuleRow | null | string>(null);
  useEffect(() => {
    api.rule(game, id).then(
      (value) => setRule(readRule(value, game)),
      (fault: Error) => setRule(fault.message),
    );
  }, [game, id]);
  return (
    <Dialog title={`Rule ${id}`} close={close}>
      {rule === null && <p>…</p>}
      {typeof rule === 'string' && <p class="problem">{rule}</p>}
      {rule && typeof rule === 'object' && <RuleBody rule={rule} blank />}
    </Dialog>
  );
}
