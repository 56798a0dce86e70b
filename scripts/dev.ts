import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The server, which restarts when its source changes, behind Vite, which serves the pages from their source. */
const ROOT = join(import.meta.dirname, '..');
const commands = [
  ['node', '--watch-path=server/src', '--watch-path=contract/src', 'server/src/main.ts'],
  ['vite', 'web'],
];
const children = commands.map(([program = '', ...options]) => spawn(program, options, { cwd: ROOT, stdio: 'inherit' }));
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 1;
  });
}
process.on('SIGINT', () => undefined);
