import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openBooking } from '../../e2e/book.ts';

const SLOWED = 4;
const DAYS = 40;
const ROUTE_CHANGES = 500;
const PATHS = ['Overview', 'My Appointments', 'Profile'];

interface Interactions {
  /** From the click on a day to the paint of its options, per day, with the processor slowed four times. */
  readonly dayMillis: { readonly p95: number; readonly median: number };
  /** The slowest interaction to next paint of the whole run, from the browser's Event Timing. */
  readonly slowestMillis: number;
  readonly slowestTarget: string;
  /** The growth of the heap after a number of page changes, with garbage collection before and after. */
  readonly heapMB: number;
}

declare global {
  interface Window {
    slowest: { millis: number; target: string };
    paintedAt: number;
    clickedAt: number;
  }
}

/** Uses the application as a patient does, with the processor slowed four times. */
export async function measureInteractions(context: BrowserContext): Promise<Interactions> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(() => {
    window.slowest = { millis: 0, target: '' };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId || entry.duration <= window.slowest.millis) continue;
        const target = entry.target instanceof Element ? entry.target.textContent.trim().slice(0, 30) : '';
        window.slowest = { millis: entry.duration, target: `${entry.name} on '${target}'` };
      }
      // TypeScript does not know the threshold yet. Without it, only interactions of at least 104 ms are reported.
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto('/appointment');
  await page.locator('article button:enabled').first().waitFor();
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const dayMillis = await measureDays(page);
  await useDialog(page);
  await usePages(page);
  const slowest = await page.evaluate(() => window.slowest);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });

  const heapMB = await measureHeap(page, async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1_000_000;
  });
  await page.close();
  return { dayMillis, slowestMillis: slowest.millis, slowestTarget: slowest.target, heapMB };
}

/**
 * Clicks unopened days one after the other. A day is painted when its heading and its cards are in a rendered frame.
 */
async function measureDays(page: Page): Promise<Interactions['dayMillis']> {
  const durations: number[] = [];
  let latest = '';
  while (durations.length < DAYS) {
    const day = await openDayAfter(page, latest);
    if (day === undefined) break;
    durations.push(await paintAfterClick(page, page.locator(`[data-day="${day}"]`)));
    latest = day;
  }
  durations.sort((one, other) => one - other);
  const below = (share: number) => durations[Math.ceil(durations.length * share) - 1] ?? Number.NaN;
  return { p95: below(0.95), median: below(0.5) };
}

/** The next enabled day, in this month or a later one. */
async function openDayAfter(page: Page, latest: string): Promise<string | undefined> {
  const nextMonth = page.getByRole('button', { name: 'Go to the Next Month' });
  for (;;) {
    const days = await page
      .locator('[role=gridcell]:not([aria-selected=true]) button:enabled')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-day') ?? ''));
    const found = days.find((day) => day > latest);
    if (found !== undefined || (await nextMonth.getAttribute('aria-disabled')) === 'true') return found;
    await nextMonth.click();
  }
}

async function paintAfterClick(page: Page, day: Locator): Promise<number> {
  await page.evaluate(() => {
    window.paintedAt = 0;
    const heading = document.querySelector('main h1, main h2');
    const before = heading?.textContent;
    addEventListener('click', (event) => (window.clickedAt = event.timeStamp), { capture: true, once: true });
    const look = () => {
      const ready =
        document.querySelector('main h1')?.textContent !== before &&
        document.querySelector('article h2, article h3') !== null &&
        document.querySelector('main [aria-busy="true"]') === null;
      if (!ready) return void requestAnimationFrame(look);
      // The callback runs before the frame is rendered, the message after it.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (window.paintedAt = performance.now()));
      port1.start();
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
  await day.click();
  await page.waitForFunction(() => window.paintedAt > 0);
  return page.evaluate(() => window.paintedAt - window.clickedAt);
}

async function useDialog(page: Page): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await openBooking(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByPlaceholder('Phone Number').pressSequentially('+1 202 555 0143');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
}

/** Visits the pages, and types a word on the last one. */
async function usePages(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  for (const name of [...PATHS, ...PATHS]) {
    await menu.getByRole('link', { name, exact: true }).click();
    await page.locator('main:not([aria-busy]) h1').waitFor();
  }
  await page.getByLabel('Name', { exact: true }).pressSequentially(' the Younger');
}

async function measureHeap(page: Page, collectedHeap: () => Promise<number>): Promise<number> {
  const change = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const name = PATHS[number % PATHS.length] ?? '';
      await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }).click();
      await page.locator('main:not([aria-busy]) h1').waitFor();
    }
  };
  await page.goto('/dashboard');
  // Visit every page once or twice first, so that scripts and data that load once do not count.
  await change(4 * PATHS.length);
  const before = await collectedHeap();
  await change(ROUTE_CHANGES);
  return (await collectedHeap()) - before;
}
