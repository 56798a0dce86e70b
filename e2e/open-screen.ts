import type { Page } from '@playwright/test';
import { documentTitle, pages } from '../web/src/pages.ts';
import { giveAnswers } from './answers.ts';
import type { Faults } from './faults.ts';
import type { Screen, Stage } from './screen.ts';

/** Declares the failed requests of a screen and of those before it, and React's log of them. */
export function expectFaultsOf({ after, fails }: Screen, faults: Faults): void {
  if (after) expectFaultsOf(after, faults);
  if (!fails) return;
  faults.expectFailed(fails.status, fails.path);
  faults.expect('The clinic could not answer this.');
}

/** The address of a screen in a prepared clinic. */
function pathOf({ page, path = page && pages[page].path }: Screen, stage: Stage): string {
  if (path === undefined) throw new Error('A screen without a page needs an address.');
  return typeof path === 'string' ? path : path(stage);
}

/** The title of a screen's document. */
export function titleOf({ page, title }: Screen, stage: Stage): string {
  if (title === undefined) return page ? documentTitle(page, 'Openhours') : 'Openhours';
  return `${typeof title === 'string' ? title : title(stage)} · Openhours`;
}

/** Opens a screen, waits until it has loaded, and prepares its state. */
export async function openScreen(page: Page, screen: Screen, stage: Stage): Promise<void> {
  if (screen.after) {
    await openScreen(page, screen.after, stage);
  } else {
    await giveAnswers(page, screen.answers ?? []);
    await page.goto(pathOf(screen, stage));
    await page.locator('main').getByText(screen.shows).filter({ visible: true }).first().waitFor({ timeout: 30_000 });
    await waitUntilLoaded(page);
  }
  await continueTo(page, screen);
}

/** Prepares a screen's state, where the page or the screen before it is open. */
export async function continueTo(page: Page, { prepare }: Screen): Promise<void> {
  await prepare?.(page);
  await waitUntilLoaded(page);
}

/** Loading indicators. The gallery always shows some. */
export const busySigns = ['[aria-busy="true"]', '[role="progressbar"]', '.animate-shimmer', '.loading-hand']
  .map((sign) => `${sign}:not([data-gallery] *)`)
  .join();

/** Waits until nothing is loading: no outline, progress, delayed script, picture or font. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForFunction((selector) => {
    const opening = document.querySelector(`${selector}, #root template, template#scripts:not(:empty)`);
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    return opening === null && pictures.every(({ complete }) => complete) && document.fonts.status === 'loaded';
  }, busySigns);
}
