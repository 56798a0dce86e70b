import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

/** Each direction of import that lint forbids, seen to fail on a violation planted where it would happen. */
const ROOT = join(import.meta.dirname, '..');
let planted: string | undefined;

afterEach(() => {
  if (planted !== undefined) rmSync(planted, { force: true });
});

function lint(file: string, source: string): string {
  planted = join(ROOT, file);
  writeFileSync(planted, source);
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--type-aware', file], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout.replaceAll(/\s+/g, ' ');
}

const using = (path: string) => `import * as planted from '${path}';\nexport const kept = planted;\n`;

it.each([
  ['contract/src/planted.ts', '../../server/src/money.ts', 'The contract is what crosses the wire'],
  ['contract/src/planted.ts', 'node:fs', 'The contract is what crosses the wire'],
  ['web/src/features/planted.ts', '@openhours/server/money.ts', 'The web client knows the contract and nothing else'],
  ['web/src/features/planted.ts', '../../../server/src/money.ts', 'The web client knows the contract and nothing else'],
  ['web/src/features/planted.ts', '@openhours/sandbox', 'The web client knows the contract and nothing else'],
  ['web/src/ui/planted.ts', '../features/identity/safe-next.ts', 'The design system knows no feature'],
  ['sandbox/src/planted.ts', '@openhours/contract', 'The sandbox is the outside world'],
  ['sandbox/src/planted.ts', '../../server/src/money.ts', 'The sandbox is the outside world'],
  ['server/src/http/planted.ts', '@openhours/sandbox', 'only the demo start and tests open the sandbox'],
  ['server/src/features/booking/planted.ts', '../identity/store.ts', 'Features meet at their doors'],
  ['server/src/features/booking/planted.ts', '../../providers/mail/smtp.ts', 'Features see ports, never adapters'],
  ['server/src/features/schedule/rules.ts', '../booking/index.ts', 'Rules are pure'],
])('%s may not import %s', (file, path, message) => {
  expect(lint(file, using(path))).toContain(message);
});

it.each([
  ['server/src/features/booking/planted.ts', '../identity/index.ts'],
  ['server/src/features/booking/planted.ts', '../../providers/mail/port.ts'],
  ['server/src/demo/planted.ts', '@openhours/sandbox'],
  ['web/src/features/planted.ts', '@openhours/contract/medium-date.ts'],
])('%s may import %s', (file, path) => {
  expect(lint(file, using(path))).toBe('');
});

it('the environment is read in config.ts alone', () => {
  expect(lint('server/src/planted.ts', 'export const port = process.env["PORT"];\n')).toContain('no-process-env');
});

it('a promise that nobody waits for is refused', () => {
  const source = 'export function start(): void {\n  Promise.resolve(1);\n}\n';
  expect(lint('server/src/planted.ts', source)).toContain('no-floating-promises');
});

it('modules that import each other are refused', () => {
  const other = join(ROOT, 'server/src/planted-other.ts');
  writeFileSync(other, using('./planted.ts'));
  try {
    expect(lint('server/src/planted.ts', using('./planted-other.ts'))).toContain('no-cycle');
  } finally {
    rmSync(other);
  }
});
