import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { expect, type Locator, type Page } from '@playwright/test';

/** The options of the chosen day, with and without free times. */
export const options = (page: Page): Locator => page.getByRole('article');

export const bookable = (page: Page): Locator =>
  options(page).filter({ has: page.getByRole('button', { name: 'Book Appointment' }).and(page.locator(':enabled')) });

/**
 * Waits until the list of a day ('YYYY-MM-DD'; by default any day) is complete. Until then its elements may be those of
 * the previous day, and can be replaced at any moment, so no test may act on them.
 */
export async function waitForDay(page: Page, day?: string): Promise<void> {
  const heading =
    day === undefined ? 'Available Appointments on' : `Available Appointments on ${mediumDateFromIso(day)}`;
  await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
  // The list is announced when the day's answer has arrived.
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: 'free slots' })
      .filter({ hasText: day === undefined ? '' : mediumDateFromIso(day) }),
  ).toBeAttached();
}

/** Presses a day of the calendar, waits until its list is complete, and returns the day ('YYYY-MM-DD'). */
export async function chooseDay(page: Page, button: Locator): Promise<string> {
  const day = await dayOf(button);
  await dayButton(page, day).click();
  await waitForDay(page, day);
  return day;
}

/** The button of a day, which stays the same when another day is chosen or shown. */
export const dayButton = (page: Page, day: string): Locator => page.getByRole('grid').locator(`[data-day="${day}"]`);

/** The day of a button, 'YYYY-MM-DD'. */
export async function dayOf(button: Locator): Promise<string> {
  const day = await button.getAttribute('data-day');
  if (day === null) throw new Error(`${String(button)} is no day.`);
  return day;
}

export const otherOpenDays = (page: Page): Locator =>
  page.locator('[role=gridcell]:not([aria-selected=true]) button:enabled');

/** The option of a card, which stays the same when its slots change. */
export async function pinned(page: Page, option: Locator): Promise<Locator> {
  const [treatment, doctor] = await Promise.all([
    option.getByRole('heading').innerText(),
    option.locator('p').first().innerText(),
  ]);
  return options(page).filter({ hasText: treatment }).filter({ hasText: doctor });
}

/** Opens the booking dialog of the first option with free times, once the list is complete; returns its card. */
export async function openFirst(page: Page): Promise<Locator> {
  await waitForDay(page);
  const card = await pinned(page, bookable(page).first());
  await card.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  return card;
}

/**
 * The card of an option with several free times, on the next open day: today's first option may have a single one left,
 * late in the day or after other tests.
 */
export async function cardWithSeveralTimes(page: Page): Promise<Locator> {
  await waitForDay(page);
  await chooseDay(page, otherOpenDays(page).first());
  return pinned(page, bookable(page).filter({ hasText: 'spaces available' }).first());
}

/** Opens the booking dialog of an option with several free times, on the next open day. */
export async function openWithSeveralTimes(page: Page): Promise<void> {
  const card = await cardWithSeveralTimes(page);
  await card.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}
