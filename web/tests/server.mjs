// A real server for a test: `shobu serve` with a database of its own, ended with the test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';

const freePort = () =>
  new Promise((found) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });

async function launch(program, folder, port, flags) {
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['serve', '--addr', `127.0.0.1:${port}`, '--data', join(folder, 'matches.db'), '--rate', '0', ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  for (let wait = 0; wait < 150; wait += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    try {
      if ((await fetch(`${base}/api/health`)).ok) break;
    } catch {
      // Not up yet.
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  return child;
}

export async function startServer(program, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shobu-page-'));
  const port = await freePort();
  let child = await launch(program, folder, port, flags);
  return {
    base: `http://127.0.0.1:${port}`,
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    /** Ends it without a word, and starts it again where it was. */
    async crash() {
      const gone = new Promise((ended) => child.once('exit', ended));
      child.kill('SIGKILL');
      await gone;
      child = await launch(program, folder, port, flags);
    },
  };
}

export async function post(base, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const value = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`);
  return value;
}
