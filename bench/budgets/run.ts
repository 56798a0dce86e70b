import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@openhours/server/testing/test-process.ts';
import { type BrowserContext, chromium } from '@playwright/test';
import { book } from '../../e2e/book.ts';
import { startClinic } from '../../e2e/clinic.ts';
import { zoneOfRun } from '../../e2e/morning-zone.ts';
import { newPerson, signUp } from '../../e2e/people.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { measureInteractions } from './interactions.ts';
import { measureJavaScript } from './javascript.ts';
import { runLighthouse } from './lighthouse.ts';
import { measurePageWork } from './page-work.ts';
import { type MeasuredPage, measuredPages } from './pages.ts';

/**
 * Prints every page's figures and limits, and exits with 1 if a figure exceeds its limit. `--quick` runs Lighthouse
 * once per page instead of five times; `--only=/login` measures only pages whose path contains it; `--work` measures
 * only the work of the appointment page for a click.
 */
const quick = process.argv.includes('--quick');
const onlyWork = process.argv.includes('--work');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const LIMITS = { dayMillis: 150, interactionMillis: 100, heapMB: 5, dayWork: 0.5, bookingWindowWork: 0.6 };
const timezoneId = zoneOfRun;
let overspent = 0;
const machines: number[] = [];

await using cleanUp = new AsyncDisposableStack();
const clinic = await startClinic({ CLINIC_TIME_ZONE: timezoneId });
cleanUp.defer(() => clinic.stop());
const person = newPerson();
const [visitor, patient] = [await openBrowser(), await openBrowser()];
const page = await patient.context.newPage();
await signUp(page, clinic.url, person);
const { id: bookingId } = await book(page, clinic, person);

const pages = onlyWork ? [] : measuredPages(bookingId).filter(({ path }) => !only || path.includes(only));
if (!onlyWork) {
  console.log('JavaScript: kB of gzip before use / in all. Lighthouse, mobile: the worst of %d runs.\n', quick ? 1 : 5);
  console.log(row(['', 'before use', 'in all', 'LCP s', 'CLS', 'perf.', 'a11y', 'best', 'search']));
}
for (const measured of pages) await measure(measured);

if (!only) {
  const { day, bookingWindow, loopMillis } = await measurePageWork(patient.context);
  console.log(`\nWork of the main thread for a click, divided by that of a loop (${loopMillis.toFixed(1)} ms):`);
  for (const [name, work, limit] of [
    ['a click on a day', day, LIMITS.dayWork],
    ["'Book Appointment'", bookingWindow, LIMITS.bookingWindowWork],
  ] as const) {
    const { millis, scriptMillis, styleMillis, layoutMillis } = work;
    const parts = `script ${scriptMillis.toFixed(1)}, style ${styleMillis.toFixed(1)}, layout ${layoutMillis.toFixed(1)}`;
    console.log(`  ${name}: ${within(work.ratio, limit, 2)} (${millis.toFixed(1)} ms: ${parts})`);
  }
}
if (!only && !onlyWork) {
  const { dayMillis, slowestMillis, slowestTarget, heapMB } = await measureInteractions(patient.context);
  console.log('\nUsing it, the processor slowed four times:');
  const { p95, median } = dayMillis;
  console.log(
    `  a click on a day to its painted options, p95: ${within(p95, LIMITS.dayMillis, 0)} ms (median ${median.toFixed(0)})`,
  );
  console.log(`  slowest interaction: ${within(slowestMillis, LIMITS.interactionMillis, 0)} ms (${slowestTarget})`);
  console.log(`  500 changes of route add to the heap: ${within(heapMB, LIMITS.heapMB, 1)} MB`);
}
if (machines.length > 0)
  console.log(`\nLighthouse's index of this machine was ${Math.min(...machines)} to ${Math.max(...machines)}.`);
console.log(overspent === 0 ? '\nEvery budget is kept.' : `\n${overspent} figures are over their budget (!).`);
if (overspent > 0) process.exitCode = 1;

async function measure(measured: MeasuredPage): Promise<void> {
  const { context, port } = measured.signedIn ? patient : visitor;
  const { budget, path } = measured;
  const scripts = await measureJavaScript(context, measured);
  const report = await runLighthouse(clinic.url + path, { port, runs: quick ? 1 : 5 });
  machines.push(report.machine);
  const [performance, accessibility, bestPractices, search] = budget.scores;
  console.log(
    row([
      path.replace(bookingId, ':id'),
      within(scripts.beforeUse, budget.kBBeforeUse, 1),
      within(scripts.inAll, budget.kBInAll, 1),
      within(report.lcpSeconds, budget.lcpSeconds, 2),
      within(report.cls, budget.cls, 3),
      atLeast(report.performance, performance),
      atLeast(report.accessibility, accessibility),
      atLeast(report.bestPractices, bestPractices),
      search === undefined ? '–' : atLeast(report.search, search),
    ]),
  );
  if (report.failed.length > 0) console.log(`      short in: ${report.failed.join(', ')}`);
}

/** A browser with its own profile that listens on a port, so that Lighthouse has the same cookies. */
async function openBrowser(): Promise<{ context: BrowserContext; port: number }> {
  const profile = await mkdtemp(join(tmpdir(), 'openhours-budgets-'));
  cleanUp.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const { executablePath, args, env } = findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env,
    baseURL: clinic.url,
    timezoneId,
  });
  cleanUp.defer(() => context.close());
  return { context, port };
}

function within(figure: number, limit: number, digits: number): string {
  const kept = Number(figure.toFixed(digits)) <= limit;
  return `${mark(kept)}${figure.toFixed(digits)} ≤ ${limit}`;
}

function atLeast(figure: number, limit: number): string {
  return `${mark(figure >= limit)}${figure} ≥ ${limit}`;
}

function mark(kept: boolean): string {
  if (!kept) overspent += 1;
  return kept ? '' : '! ';
}

function row([path = '', ...figures]: readonly string[]): string {
  return `  ${path.padEnd(26)}${figures.map((figure) => figure.padStart(15)).join('')}`;
}
