import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { percentile } from '../rounds.ts';

const CLICKS = 15;
/** Long enough for everything that a click causes, including our server's answer. */
const SETTLE_MILLIS = 700;

/** Processor time of the main thread per click, as a multiple of the calibration loop's. Medians of several clicks. */
interface PageWork {
  readonly day: Work;
  readonly bookingWindow: Work;
  /** The time of the loop in milliseconds, which shows the speed of the machine. */
  readonly loopMillis: number;
}

interface Work {
  /** Script, style, layout and paint from pointer down until idle, divided by the loop's time. */
  readonly ratio: number;
  readonly millis: number;
  readonly scriptMillis: number;
  readonly styleMillis: number;
  readonly layoutMillis: number;
}

type Sample = Omit<Work, 'ratio'>;

/**
 * The page's work for a click on a day and on 'Book Appointment', including work after the first paint. It is measured
 * in processor time of the main thread, so other programs do not count. A loop with a fixed amount of script, style and
 * layout runs before every click, so the ratio of both does not depend on the speed of the machine.
 */
export async function measurePageWork(context: BrowserContext): Promise<PageWork> {
  const page = await context.newPage();
  const session = await openMetrics(context, page);
  const bare = await context.newPage();
  const bareSession = await openMetrics(context, bare);
  await page.bringToFront();
  await page.goto('/appointment');
  await page.locator('article button:enabled').first().waitFor();
  await page.waitForTimeout(3 * SETTLE_MILLIS);

  const loops: number[] = [];
  const click = async (target: Locator): Promise<Sample> => {
    const before = await metrics(bareSession);
    await bare.evaluate(runLoop);
    loops.push(spentBetween(before, await metrics(bareSession)).millis);
    return workOf(session, page, target);
  };

  const days: Sample[] = [];
  for (const day of await freeDays(page)) {
    if (days.length === CLICKS) break;
    days.push(await click(await buttonOf(page, day)));
  }
  const openings: Sample[] = [];
  const dialog = page.getByRole('dialog');
  const book = page.getByRole('button', { name: 'Book Appointment' }).and(page.locator(':enabled')).first();
  for (let time = 0; time < CLICKS; time += 1) {
    const sample = await click(book);
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForTimeout(SETTLE_MILLIS);
    // The first opening loads and compiles the dialog, which is part of the JavaScript budget.
    if (time > 0) openings.push(sample);
  }
  await bare.close();
  await page.close();
  const loopMillis = median(loops);
  return { day: summary(days, loopMillis), bookingWindow: summary(openings, loopMillis), loopMillis };
}

async function workOf(session: CDPSession, page: Page, target: Locator): Promise<Sample> {
  await target.scrollIntoViewIfNeeded();
  await target.hover();
  await page.waitForTimeout(SETTLE_MILLIS);
  const before = await metrics(session);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForTimeout(SETTLE_MILLIS);
  return spentBetween(before, await metrics(session));
}

type Metrics = ReadonlyMap<string, number>;

/** Durations in processor time of the main thread. */
async function openMetrics(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

function spentBetween(before: Metrics, after: Metrics): Sample {
  const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000;
  return {
    millis: spent('TaskDuration'),
    scriptMillis: spent('ScriptDuration'),
    styleMillis: spent('RecalcStyleDuration'),
    layoutMillis: spent('LayoutDuration'),
  };
}

async function metrics(session: CDPSession): Promise<Metrics> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return new Map(list.map(({ name, value }) => [name, value]));
}

/** Days after today with free slots, 'YYYY-MM-DD'. */
async function freeDays(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v2/appointmentDays');
  const days = (await answer.json()) as { date: string; spaces: number }[];
  return days
    .slice(1)
    .filter(({ spaces }) => spaces > 0)
    .map(({ date }) => new Date(`${date} UTC`).toISOString().slice(0, 10));
}

async function buttonOf(page: Page, day: string): Promise<Locator> {
  const button = page.locator(`[data-day="${day}"]`);
  while ((await button.count()) === 0) await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  return button;
}

/** Runs in its own page: builds, styles and lays out 400 buttons, five times. */
function runLoop(): void {
  for (let time = 0; time < 5; time += 1) {
    const list = document.createElement('ul');
    for (let number = 0; number < 400; number += 1) {
      const button = document.createElement('button');
      button.textContent = `${number}:00 AM`;
      list.appendChild(document.createElement('li')).appendChild(button);
    }
    document.body.append(list);
    list.getBoundingClientRect();
    list.remove();
  }
}

function summary(samples: readonly Sample[], loopMillis: number): Work {
  const middle = (read: (sample: Sample) => number) => median(samples.map(read));
  const millis = middle((sample) => sample.millis);
  return {
    ratio: millis / loopMillis,
    millis,
    scriptMillis: middle((sample) => sample.scriptMillis),
    styleMillis: middle((sample) => sample.styleMillis),
    layoutMillis: middle((sample) => sample.layoutMillis),
  };
}

function median(figures: readonly number[]): number {
  return percentile(figures, 0.5) ?? Number.NaN;
}
