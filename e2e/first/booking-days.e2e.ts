import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Locator, Page } from '@playwright/test';
import { readDays, readOptions } from '../book.ts';
import type { Clinic } from '../clinic.ts';
import { bookable, chooseDay, dayButton, dayOf, openFirst, options, otherOpenDays, waitForDay } from '../day-list.ts';
import { everythingOfClinic, expect, expectAccessible, newPerson, test } from '../fixtures.ts';
import { zoneOfRun } from '../morning-zone.ts';
import { untilRequestsAreSeen } from '../sent-requests.ts';
import { skipPauses } from '../skip-pauses.ts';

// Other tests create and delete doctors, which would change the full day.
const dialog = (page: Page): Locator => page.getByRole('dialog');

test('a day can be found and chosen by keyboard; a second click on it clears the choice and requests nothing', async ({
  page,
  signUp,
  faults,
}) => {
  // Live events may refetch the day at any time. Here only the click counts.
  faults.expectFailed('no answer', '/api/events');
  await page.route('**/api/events', (route) => route.abort());
  await signUp(page);
  await page.goto('/appointment');
  await waitForDay(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const calendar = page.getByRole('grid');
  const focused = page.locator('[role=gridcell] button:focus');
  const dayUnderFocus = () => dayOf(focused);
  const chosen = calendar.getByRole('gridcell', { selected: true }).getByRole('button');
  const today = await dayOf(chosen);
  await test.step('it looks chosen while the pointer is still over it', async () => {
    const background = await chosen.evaluate((button) => getComputedStyle(button).backgroundColor);
    await chosen.hover();
    await expect(chosen).toHaveCSS('background-color', background);
  });

  await page.getByRole('button', { name: 'Go to the Next Month' }).focus();
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('data-day', today);
  // There is no day before today, so the focus stays.
  await page.keyboard.press('ArrowLeft');
  await expect(focused).toHaveAttribute('data-day', today);
  await page.keyboard.press('ArrowRight');
  await expect(focused).not.toHaveAttribute('data-day', today);
  const next = await dayUnderFocus();
  expect(next > today).toBe(true);
  const month = (await calendar.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('PageDown');
  await expect(calendar).not.toHaveAttribute('aria-label', month);
  await expect(focused).not.toHaveAttribute('data-day', next);
  const later = await dayUnderFocus();
  expect(later > next).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/appointment?day=${later}`);
  await expect(chosen).toBeFocused();
  await waitForDay(page, later);

  // Tab leaves the calendar, and Shift+Tab returns to the chosen day.
  await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(focused).toHaveAttribute('data-day', later);
  await page.keyboard.press('PageUp');
  await expect(calendar).toHaveAttribute('aria-label', month);
  await expect(focused).toBeVisible();

  await page.keyboard.press('PageDown');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await chosen.click();
  await expect(page.getByText('Pick a day')).toBeVisible();
  await expect(options(page)).toHaveCount(0);
  await untilRequestsAreSeen(page);
  expect(asked.filter((url) => url.includes('appointmentOptions'))).toEqual([]);
});

test('the heading shows the clicked day in every time zone of the browser', async ({ browser, clinic, faults }) => {
  // The clinic's zone must be another one. In this run it may be UTC-11; it is never UTC+14.
  const west = zoneOfRun === 'Etc/GMT+11' ? 'Pacific/Honolulu' : 'Pacific/Pago_Pago';
  for (const timezoneId of ['Pacific/Kiritimati', west]) {
    const context = await browser.newContext({ baseURL: clinic.url, timezoneId });
    await faults.watch(context);
    const page = await context.newPage();
    const origin = clinic.url;
    await context.request.post(`${origin}/api/auth/sign-up/email`, { data: newPerson(), headers: { origin } });
    await page.goto('/appointment');
    await waitForDay(page);
    const day = dayButton(page, await dayOf(otherOpenDays(page).first()));
    const spoken = (await day.getAttribute('aria-label')) ?? '';
    await expect(page.getByText("All times are the clinic's local time (", { exact: false })).toBeVisible();
    const shown = await page.getByRole('heading', { level: 1 }).innerText();
    // Not the visible day, which may be refetched at any time.
    const asked = page.waitForRequest((request) => {
      const date = new URL(request.url()).searchParams.get('date');
      return request.url().includes('appointmentOptions') && date !== null && !shown.endsWith(date);
    });
    await day.click();
    const date = new URL((await asked).url()).searchParams.get('date') ?? '';
    const [, month = '', number = ''] = /^([A-Z][a-z]{2}) (\d+), \d{4}$/.exec(date) ?? [];
    expect(spoken).toMatch(new RegExp(`${month}[a-z]* ${number}\\b`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${date}`);
    await openFirst(page);
    await expect(page.getByText(/^Held for you until \d+:\d\d [AP]M, the clinic's local time$/)).toBeVisible();
    await context.close();
  }
});

test('on a slow network the animation is shown, and only the last clicked day is rendered', async ({
  page,
  signUp,
  clinic,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  await waitForDay(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v2/appointmentOptions**', async (route) => {
    await answered.promise;
    await route.continue().catch(() => undefined);
  });
  // Full days can be chosen too, but have nothing to book.
  const free = (await readDays(page, clinic)).slice(1).filter(({ spaces }) => spaces > 0);
  const [first = '', second = '', last = ''] = free.map(({ iso }) => iso);
  await dayButton(page, first).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(options(page)).toHaveCount(0);
  await dayButton(page, second).click();
  await dayButton(page, last).click();
  await expect(page.locator(`[role=gridcell][aria-selected=true] [data-day="${last}"]`)).toBeVisible();
  answered.resolve();
  await waitForDay(page, last);
  await openFirst(page);
  await expect(dialog(page).getByLabel('Appointment date')).toHaveValue(mediumDateFromIso(last));
});

test('the focused element stays visible when loading cards push it down', async ({ page, signUp }) => {
  await signUp(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v2/appointmentOptions*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/appointment');
  await expect(page.locator('main h1[tabindex]')).toBeVisible();
  const link = page.getByRole('contentinfo').getByRole('link').first();
  await link.focus();
  await expect(link).toBeInViewport();
  answered.resolve();
  await waitForDay(page);
  await expect(link).toBeInViewport();
});

test('without a server the page shows its retries, keeps its content, and continues once the server is back', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', everythingOfClinic);
  await signUp(page);
  await page.clock.install();
  await page.goto('/appointment');
  await waitForDay(page);
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await otherOpenDays(page).first().click();
  await expect(page.getByText('Having trouble reaching the clinic. Trying again…')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await skipPauses(page, () => expect(again).toBeVisible({ timeout: 200 }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  // After a failed retry, the button is in the same place.
  await again.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await skipPauses(page, () => expect(again).toBeFocused({ timeout: 200 }));
  await page.unroute('**/api/**');
  await page.keyboard.press('Enter');
  await expect(options(page).first()).toBeVisible();
  await expect(heading).toBeFocused();

  // Times pass while nothing else happens.
  let isAskedAgain = false;
  page.on('request', (request) => {
    isAskedAgain ||= request.url().includes('/appointmentOptions?');
  });
  await expect(async () => {
    await page.clock.runFor(60_000);
    expect(isAskedAgain).toBe(true);
  }).toPass();
});

test("a full day can be chosen, shows the reason, and links to the next free day and each doctor's", async ({
  page,
  signUp,
  clinic,
}) => {
  await signUp(page);
  const days = await readDays(page, clinic);
  const full = days.find(({ spaces }) => spaces === 0);
  const next = days.slice(days.findIndex((day) => day === full)).find(({ spaces }) => spaces > 0);
  expect(full, 'the demo clinic has a full day in view').toBeDefined();
  const iso = full?.iso ?? '';
  await page.goto('/appointment');
  const button = dayButton(page, iso);
  await expect(button).toHaveAccessibleName(/fully booked/);
  await chooseDay(page, button);
  const line = options(page).first();
  await expect(line.getByText('Try Another day', { exact: true })).toBeVisible();
  await expect(line.getByText('0 spaces available', { exact: true })).toBeVisible();
  await expect(line.getByRole('button', { name: 'Book Appointment' })).toBeDisabled();
  const ofDoctor = line.getByRole('button', { name: /^Next: / });
  const date = (await ofDoctor.innerText()).replace('Next: ', '');
  await ofDoctor.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${date}`);
  await expect(bookable(page).first()).toBeVisible();
  await page.goto(`/appointment?day=${iso}`);
  await waitForDay(page, iso);
  await page.getByRole('button', { name: `Next free day: ${next?.date}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${next?.date}`);
  // The button that was pressed is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the next days of doctors without times are requested once their lines come near', async ({
  page,
  signUp,
  clinic,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  const day = await dayOfManyCardsAndALine(page, clinic);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/appointment?day=${day}`);
  await waitForDay(page, day);
  const line = options(page).last();
  await expect(line).toContainText('Try Another day');
  await untilRequestsAreSeen(page);
  expect(asked.filter((url) => url.includes('/api/availability'))).toEqual([]);

  await line.scrollIntoViewIfNeeded();
  await expect(line.getByRole('button', { name: /^Next: / })).toBeVisible();
});

test('on a phone the week, the filter and the first card with its slots are visible', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await page.goto('/appointment');
  await waitForDay(page);
  const days = page.getByRole('gridcell').getByRole('button');
  await expect(days).toHaveCount(7);
  const slots = await bookable(page).first().getByRole('group', { name: 'Free times' }).getByRole('button').all();
  expect(slots.length).toBeGreaterThan(0);
  for (const slot of slots) await expect(slot).toBeInViewport({ ratio: 1 });
  const filter = page.getByRole('group', { name: 'Specialty' });
  await expect(filter).toBeInViewport({ ratio: 1 });

  const sunday = await dayOf(days.first());
  await page.getByRole('button', { name: 'Go to the Next Week' }).click();
  await expect(days.first()).not.toHaveAttribute('data-day', sunday);
  await chooseDay(page, page.locator('[role=gridcell] button:enabled:not([data-full])').first());
  await page.getByRole('button', { name: /show the month/ }).click();
  await expect(days).toHaveCount(42);
  await chooseDay(page, otherOpenDays(page).last());
  await expect(days).toHaveCount(7);
  await options(page).last().scrollIntoViewIfNeeded();
  await expect(filter).toBeInViewport({ ratio: 1 });
});

/** A day whose cards fill several windows of a phone, with a line below them: 'YYYY-MM-DD'. */
async function dayOfManyCardsAndALine(page: Page, clinic: Clinic): Promise<string> {
  for (const { date, iso } of (await readDays(page, clinic)).slice(1)) {
    const found = await readOptions(page, clinic, date);
    const free = found.filter(({ slots }) => slots.length > 0).length;
    if (free > 4 && free < found.length) return iso;
  }
  throw new Error('No day of the demo clinic has many options with times and one without.');
}
