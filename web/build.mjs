// Builds web/dist from web/src: one script, one style sheet, the page and its icon. The same source gives the same bytes.
import { build } from 'esbuild';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/main.tsx', style: 'src/style/index.css' },
  outdir: out,
  bundle: true,
  minify: true,
  // A page from disk (`shobu book`) may load no modules.
  format: 'iife',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'eof',
  logLevel: 'warning',
});
for (const file of await readdir(join(here, 'public'))) await copyFile(join(here, 'public', file), join(out, file));
