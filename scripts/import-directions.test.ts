import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/**
 * Checks each import direction that lint forbids with a planted violation, in an empty project with our lint rules: a
 * file added to the real one would make its build outdated. Only the rule that needs types runs with them, on its one
 * file, because the types of a whole project take most of lint's time.
 */
const ROOT = join(import.meta.dirname, '..');
let project: string;

const using = (path: string) => `import * as planted from '${path}';\nexport const kept = planted;\n`;

const forbidden = [
  ['contract/src/planted-1.ts', '../../server/src/app.ts', 'The contract is what crosses the wire'],
  ['contract/src/planted-2.ts', 'node:fs', 'The contract is what crosses the wire'],
  ['web/src/features/planted-1.ts', '@openhours/server/app.ts', 'The web client knows the contract and nothing else'],
  ['web/src/features/planted-2.ts', '../../../server/src/app.ts', 'The web client knows the contract and nothing else'],
  ['web/src/features/planted-3.ts', '@openhours/sandbox', 'The web client knows the contract and nothing else'],
  ['web/src/features/planted-5.ts', '@tanstack/react-query', 'Pages wait with isPending'],
  ['web/src/ui/planted-1.ts', '../features/identity/safe-next.ts', 'The design system knows no feature'],
  ['web/src/layouts/planted-1.ts', '../features/identity/safe-next.ts', 'Layouts know no feature'],
  ['web/src/clinic/planted-1.ts', '../ui/toast.ts', 'are below everything that shows them'],
  ['sandbox/src/planted-1.ts', '@openhours/contract', 'The sandbox is the outside world'],
  ['sandbox/src/planted-2.ts', '../../server/src/app.ts', 'The sandbox is the outside world'],
  ['server/src/http/planted-1.ts', '@openhours/sandbox', 'only the demo start and tests open the sandbox'],
  ['server/src/features/booking/planted-1.ts', '../identity/store.ts', 'Features meet at their doors'],
  ['server/src/features/booking/planted-2.ts', '../../providers/mail/smtp.ts', 'Features see ports, never adapters'],
  ['server/src/features/booking/planted-5.ts', '../../http/calls.ts', 'http/ imports features, never the other way'],
  ['server/src/providers/mail/planted-1.ts', '../../http/calls.ts', 'are below the features and below http/'],
  ['server/src/call/planted-1.ts', '../features/booking/index.ts', 'are below the features and below http/'],
  ['server/src/features/schedule/rules.ts', '../booking/index.ts', 'Rules are pure'],
] as const;

const allowed = [
  ['server/src/features/booking/planted-3.ts', '../identity/index.ts'],
  ['server/src/features/booking/planted-4.ts', '../../providers/mail/port.ts'],
  ['server/src/demo/planted-1.ts', '@openhours/sandbox'],
  ['web/src/features/planted-4.ts', '@openhours/contract/medium-date.ts'],
] as const;

const unawaited = 'server/src/planted-2.ts';

const others = {
  'server/src/planted-1.ts': 'export const port = process.env["PORT"];\n',
  [unawaited]: 'export function start(): void {\n  Promise.resolve(1);\n}\n',
  'server/src/planted-3.ts': using('./planted-4.ts'),
  'server/src/planted-4.ts': using('./planted-3.ts'),
  'server/src/planted-5.ts': `import type { Kept } from './planted-6.ts';\nexport type Own = Kept;\n`,
  'server/src/planted-6.ts': `import type { Own } from './planted-5.ts';\nexport type Kept = Own;\n`,
  'server/src/features/booking/planted-6.ts': 'export const work = (context) => context.db.transaction(() => 1);\n',
  'server/src/features/booking/planted-7.ts': 'export const work = (tx) => tx.transaction(() => 1);\n',
};

const planted: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...forbidden, ...allowed].map(([file, path]) => [file, using(path)])),
  ...others,
};
let found: readonly { filename: string; code: string; help?: string }[] = [];

/** Lint's findings in a planted file: rules and messages. */
function said(file: string): string {
  return found
    .filter(({ filename }) => filename === file)
    .map(({ code, help = '' }) => `${code}: ${help}`)
    .join('\n');
}

function lint(...options: string[]): typeof found {
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format', 'json', ...options], {
    cwd: project,
    encoding: 'utf8',
  });
  const report: { diagnostics: typeof found } = JSON.parse(stdout);
  return report.diagnostics;
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'openhours-imports-'));
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.json', 'tsconfig.base.json']) {
    copyFileSync(join(ROOT, file), join(project, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
  for (const [file, source] of Object.entries(planted)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), source);
  }
  found = [...lint(...Object.keys(planted)), ...lint('--type-aware', unawaited)];
});

afterAll(() => rmSync(project, { recursive: true }));

it.each(forbidden)('%s may not import %s', (file, _path, message) => {
  expect(said(file)).toContain(message);
});

it.each(allowed)('%s may import %s', (file) => {
  expect(said(file)).toBe('');
});

it('only config.ts may read the environment', () => {
  expect(said('server/src/planted-1.ts')).toContain('no-process-env');
});

it('an unawaited promise is refused', () => {
  expect(said(unawaited)).toContain('no-floating-promises');
});

it('modules that import each other are refused', () => {
  expect(said('server/src/planted-3.ts')).toContain('no-cycle');
  expect(said('server/src/planted-5.ts'), 'of types alone').toContain('no-cycle');
});

it('a transaction that is not tried again after a deadlock is refused, except a savepoint', () => {
  expect(said('server/src/features/booking/planted-6.ts')).toContain('Use inTransaction');
  expect(said('server/src/features/booking/planted-7.ts')).toBe('');
});
