import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * All checks and tests, in order of cost: `npm test`. `npm run check` is the first part. Every step runs, also after a
 * failure; the last line has the number of passed and failed tests, where each check counts as one.
 */
const ROOT = join(import.meta.dirname, '..');
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const REPORTS = mkdtempSync(join(tmpdir(), 'openhours-reports-'));
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const BROWSER_REPORT = join(REPORTS, 'browser.json');

interface Result {
  readonly passed: number;
  readonly failed: number;
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
];

const tests: readonly Step[] = [
  // First, because tests of the server's process start the build.
  { name: 'build', command: ['npm', 'run', '--silent', 'build', '--', '--logLevel', 'warn'] },
  {
    name: 'unit, API and database tests',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    count: () => {
      const report: { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number } =
        read(VITEST_REPORT);
      // A file that does not load has no test that could fail.
      return {
        passed: report.numPassedTests,
        failed: Math.max(report.numFailedTests, Math.min(1, report.numFailedTestSuites)),
      };
    },
  },
  {
    name: 'browser tests',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER_REPORT },
    count: () => {
      const { stats }: { stats: { expected: number; unexpected: number; flaky: number } } = read(BROWSER_REPORT);
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
  },
];

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Runs one step. Its output appears as it comes, or in one piece at the end if others run beside it. */
async function run({ name, command, environment, count }: Step, { isAlone }: { isAlone: boolean }): Promise<Result> {
  const [program = '', ...options] = command;
  const started = performance.now();
  if (isAlone) console.log(`\n── ${name}`);
  const running = spawn(program, options, {
    cwd: ROOT,
    // Tests start the server about forty times: it starts quicker where Node has compiled its code before.
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment },
    stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (part: Buffer) => output.push(part));
  const status = await new Promise((resolve) => running.on('close', resolve).on('error', resolve));
  if (!isAlone) console.log(`\n── ${name}\n${Buffer.concat(output).toString()}`);
  console.log(
    `   ${status === 0 ? 'ok' : `failed (${String(status)})`}, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  if (!count) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = count();
    return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

// The checks use one core each for most of their time, so they run beside each other.
const results = await Promise.all(
  checks.map(async (step) => ({ name: step.name, ...(await run(step, { isAlone: false })) })),
);
if (process.argv[2] !== 'check') {
  for (const step of tests) results.push({ name: step.name, ...(await run(step, { isAlone: true })) });
}
rmSync(REPORTS, { recursive: true, force: true });

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
const failing = results.filter(({ failed }) => failed > 0);
for (const { name, failed } of failing) console.log(`\n${name}: ${failed} failed`);
console.log(`\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`);
process.exitCode = failing.length === 0 ? 0 : 1;
