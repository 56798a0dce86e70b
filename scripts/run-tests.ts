import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { memoryFolder } from './memory-folder.ts';

/**
 * All checks and tests, in order of cost: `npm test`. `npm run check` is the first part. Every step runs, also after a
 * failure. At the end it repeats what failed; the last line has the number of passed and failed tests, where each check
 * counts as one.
 */
const ROOT = join(import.meta.dirname, '..');
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
// The temporary files of all tests are in here too. Some tests run programs as other users.
const FOLDER = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'openhours-tests-'));
chmodSync(FOLDER, 0o1777);
const VITEST_REPORT = join(FOLDER, 'vitest.json');
const BROWSER_REPORT = join(FOLDER, 'browser.json');

interface Result {
  readonly passed: number;
  /** What failed, with the first lines of why. */
  readonly failures: readonly string[];
}
interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The number of tests in the command's report; without a report, the command itself is the test. */
  readonly count?: () => Result;
}

// One core each: several of the compiler's checkers would check much of the same. The compiler and the type-aware linter
// end before collecting garbage pays.
const once = { GOGC: '400' };
const checks: readonly Step[] = [
  { name: 'types: server', command: ['tsc', '-p', '.', '--checkers', '1'], environment: once },
  { name: 'types: web', command: ['tsc', '-p', 'web', '--checkers', '1'], environment: once },
  { name: 'types: e2e', command: ['tsc', '-p', 'e2e', '--checkers', '1'], environment: once },
  { name: 'lint', command: ['oxlint', '--type-aware'], environment: once },
  { name: 'format', command: ['biome', 'ci', '--reporter=summary'] },
  { name: 'licences', command: ['node', 'scripts/licences.ts'] },
  { name: 'secrets', command: ['secretlint', '**/*'] },
];

const tests: readonly Step[] = [
  // First, because tests of the server's process start the build.
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  {
    name: 'unit, API and database tests',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    count: () => {
      const { testResults: files }: { testResults: readonly TestedFile[] } = read(VITEST_REPORT);
      const tests = files.flatMap((file) => file.assertionResults);
      const unread = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
      return {
        passed: tests.filter(({ status }) => status === 'passed').length,
        failures: [
          ...tests
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages: [why = ''] }) => failure(fullName, why)),
          ...unread.map(({ name, message }) => failure(relative(ROOT, name), message)),
        ],
      };
    },
  },
  {
    name: 'browser tests',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
    count: () => {
      const { suites, stats }: BrowserReport = read(BROWSER_REPORT);
      return { passed: stats.expected, failures: suites.flatMap(failuresOf) };
    },
  },
];

interface TestedFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages: readonly string[] }[];
}

interface BrowserSuite {
  readonly suites?: readonly BrowserSuite[];
  readonly specs: readonly {
    title: string;
    file: string;
    ok: boolean;
    tests: readonly { results: readonly { error?: { message?: string } }[] }[];
  }[];
}
interface BrowserReport {
  readonly suites: readonly BrowserSuite[];
  readonly stats: { readonly expected: number };
}

function failuresOf({ suites = [], specs }: BrowserSuite): readonly string[] {
  return [
    ...suites.flatMap(failuresOf),
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests: [test] }) => failure(`${file}: ${title}`, test?.results[0]?.error?.message ?? '')),
  ];
}

function failure(name: string, why: string): string {
  const firstLines = stripVTControlCharacters(why).split('\n').slice(0, 12);
  return [name, ...firstLines.map((line) => `    ${line}`)].join('\n');
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** After an interruption, the running commands clean up behind them, and no other is started. */
const started = new Set<ChildProcess>();
let isInterrupted = false;
process.on('SIGINT', () => (isInterrupted = true));
process.on('SIGTERM', () => {
  isInterrupted = true;
  for (const command of started) command.kill('SIGTERM');
});

/** Runs one step. Its output appears as it comes, or in one piece at the end if others run beside it. */
async function run({ name, command, environment, count }: Step, { isAlone }: { isAlone: boolean }): Promise<Result> {
  const [program = '', ...options] = command;
  const startedAt = performance.now();
  if (isAlone) console.log(`\n── ${name}`);
  const running = spawn(program, options, {
    cwd: ROOT,
    // Tests start the server about forty times: it starts quicker where Node has compiled its code before.
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, TMPDIR: FOLDER, ...environment },
    stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  });
  started.add(running);
  const output: Buffer[] = [];
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (part: Buffer) => output.push(part));
  const status = await new Promise((resolve) => running.on('close', resolve).on('error', resolve));
  if (!isAlone) console.log(`\n── ${name}\n${Buffer.concat(output).toString()}`);
  console.log(
    `   ${status === 0 ? 'ok' : `failed (${String(status)})`}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  const failed = [`the command ended with ${String(status)}`];
  if (!count) return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: failed };
  try {
    const { passed, failures } = count();
    return { passed, failures: status === 0 || failures.length > 0 ? failures : failed };
  } catch {
    return { passed: 0, failures: failed };
  }
}

// The checks use one core each for most of their time, so they run beside each other.
const results = await Promise.all(
  checks.map(async (step) => ({ name: step.name, ...(await run(step, { isAlone: false })) })),
);
if (process.argv[2] !== 'check') {
  for (const step of tests) {
    if (isInterrupted) break;
    results.push({ name: step.name, ...(await run(step, { isAlone: true })) });
  }
}
try {
  rmSync(FOLDER, { recursive: true, force: true });
} catch (error) {
  console.log(`\nThe temporary files could not be deleted: ${String(error)}`);
}

for (const { name, failures } of results) {
  for (const failed of failures) console.log(`\n${name}: ${failed}`);
}
const passed = results.reduce((total, result) => total + result.passed, 0);
const failed = results.reduce((total, { failures }) => total + failures.length, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && !isInterrupted ? 0 : 1;
