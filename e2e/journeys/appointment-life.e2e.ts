import type { Page } from '@playwright/test';
import { book, type Option, readOptions } from '../book.ts';
import { callAs } from '../conversations.ts';
import { openWithSeveralTimes } from '../day-list.ts';
import { demoAccounts, expect, test } from '../fixtures.ts';
import { payByCard } from '../paying.ts';
import { lateRequest, routeOnce } from '../route-once.ts';
import { offeredEntry } from '../waiting-list-screens.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('an appointment that was changed meanwhile is not moved, and the dialog says why, above the old and the new time', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed(409, /\/move$/);
  const { slot } = await book(page, clinic, await signUp(page));
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Move' }).click();
  await dialog(page)
    .getByRole('button', { name: /^\d\d:\d\d [AP]M - / })
    .first()
    .click();
  // Sending the move cancels a request for a hold that has no answer yet.
  await dialog(page)
    .getByText(/^Held for you until/)
    .waitFor();
  await routeOnce(
    page,
    '**/move',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), version: 99 } }),
    'POST',
  );
  await dialog(page).getByRole('button', { name: 'Move appointment' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This appointment has changed in the meantime. Please look at it again.',
  );
  const parts = [dialog(page).getByRole('term').first(), dialog(page).getByText(/^Held for you until/)];
  const [old, held] = await Promise.all(parts.map((part) => part.boundingBox()));
  expect(held?.x).toBe(old?.x);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog(page)).toBeHidden();
});

test('a patient books a slot that is held for them, pays, moves the appointment, and cancels it with a refund', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  await openWithSeveralTimes(page);
  await expect(dialog(page).getByRole('status')).toHaveText(
    /^Held for you until \d+:\d\d [AP]M(, the clinic's local time)?\s*Cancelling is free of charge until .+\.$/,
  );
  const slot = await dialog(page).getByLabel('Slot').inputValue();
  const date = await dialog(page).getByLabel('Appointment date').inputValue();
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();

  await page.goto('/dashboard/myAppointment');
  const link = page.getByRole('row').filter({ hasText: slot }).getByRole('link');
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  await payByCard(page, { id, treatment: '', price: 0, date, slot });

  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Move' }).click();
  const times = dialog(page).getByRole('button', { name: /^\d\d:\d\d [AP]M - / });
  const next = (await times.last().getAttribute('aria-label')) ?? '';
  await times.last().click();
  await expect(dialog(page).getByRole('button', { name: 'Move appointment' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByRole('heading', { name: /^Free times on/ })).toBeFocused();
  await times.last().click();
  await expect(dialog(page).getByRole('definition')).toContainText([`${date}, ${slot}`, `${date}, ${next}`]);
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Held for you until' })).toBeVisible();
  // Until it is known what the move changes, the button is busy.
  await expect(dialog(page).getByRole('button', { name: 'Move appointment' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Appointment moved to ${date}, ${next}`)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: next });
  await expect(row).toContainText('Paid');
  await expect(page.getByRole('row').filter({ hasText: slot })).toHaveCount(0);

  // On a phone it is a card, which begins with the day and the time.
  await page.setViewportSize({ width: 360, height: 740 });
  const exactly = (text: string) => row.getByText(text, { exact: true }).first();
  const parts = [exactly(date), exactly(next), row.getByRole('link').first(), exactly('Paid')];
  const [day, time, what, paid] = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
  expect(Math.max(day ?? 0, time ?? 0)).toBeLessThan(what ?? 0);
  expect(what).toBeLessThan(paid ?? 0);
  await page.setViewportSize({ width: 1280, height: 720 });

  // The time that the appointment had is free already.
  await row.getByRole('button', { name: 'Earlier?' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Move to / })
    .click();
  await expect(dialog(page)).toContainText('Choose another time');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  // The answer of a closed dialog does not close the next one.
  await row.getByRole('button', { name: 'Earlier?' }).click();
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/waiting-list', sendLate, 'POST');
  await dialog(page).getByRole('button', { name: 'Join the waiting list' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Keep it' }).waitFor();
  send();
  await expect(page.getByText('You are on the waiting list.')).toBeVisible();
  await expect(dialog(page)).toContainText(/You get back \$[\d.]+\. Cancelling is free of charge until /);
  await dialog(page).getByRole('button', { name: 'Keep it' }).click();
  await expect(row.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByText(/^Appointment cancelled\. \$[\d.]+ is being refunded\.$/)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(row).toContainText('Cancelled');
  await expect(row.getByRole('button')).toHaveCount(0);
  // Forward leads to a dialog that no longer applies: it does not open, and does not stay in the address.
  await page.goForward();
  await expect(page).toHaveURL(/\/myAppointment$/);
  await expect(dialog(page)).toHaveCount(0);

  await row.getByRole('link').click();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toContainText([/^Booked\s*You/, new RegExp(`^Moved to ${date}, ${next}`), /^Cancelled\s*You/]);
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('The appointment was cancelled.');
});

test('an open dialog says at once that its appointment was moved or cancelled in another window', async ({
  page,
  clinic,
  signUp,
}) => {
  const booked = await book(page, clinic, await signUp(page));
  const move = (slot: string) =>
    page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Move' }).click();
  await page.goto('/dashboard/myAppointment');
  await move(booked.slot);
  await expect(
    dialog(page)
      .getByRole('button', { name: /^\d\d:\d\d [AP]M - / })
      .first(),
  ).toBeVisible();
  const options = await readOptions(page, clinic, booked.date);
  const slot = options.find(({ name }) => name === booked.treatment)?.slots.at(-1) ?? '';
  const data = { appointmentDate: booked.date, slot };
  await callAs(page, clinic, { method: 'POST', path: `/bookings/${booked.id}/move`, data });
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `This appointment has changed in the meantime. It is now on ${booked.date}, ${slot}.`,
  );
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Cancel' }).click();
  const cancel = dialog(page).getByRole('button', { name: 'Cancel appointment' });
  await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expect(cancel).toBeEnabled();
  await cancel.focus();
  const back = { appointmentDate: booked.date, slot: booked.slot };
  await callAs(page, clinic, { method: 'POST', path: `/bookings/${booked.id}/move`, data: back });
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `This appointment has changed in the meantime. It is now on ${booked.date}, ${booked.slot}.`,
  );
  await expect(cancel).toBeDisabled();
  await expect(cancel).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  await move(booked.slot);
  await dialog(page)
    .getByRole('button', { name: /^\d\d:\d\d [AP]M - / })
    .first()
    .click();
  await callAs(page, clinic, { method: 'POST', path: `/bookings/${booked.id}/cancel`, data: {} });
  await expect(dialog(page).getByRole('alert')).toHaveText('This appointment was cancelled. Please book a new one.');
  await expect(dialog(page).getByRole('button', { name: 'Move appointment' })).toHaveCount(0);
});

test('an appointment that was moved meanwhile is not cancelled at its new time', async ({
  page,
  clinic,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', '/api/events');
  faults.expectFailed(409, /^\/api\/bookings\/[^/]+\/cancel$/);
  const booked = await book(page, clinic, await signUp(page));
  // No live event tells this page of the move.
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: booked.slot }).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toContainText(`on ${booked.date}, ${booked.slot}`);
  const options = await readOptions(page, clinic, booked.date);
  const slot = options.find(({ name }) => name === booked.treatment)?.slots.at(-1) ?? '';
  const data = { appointmentDate: booked.date, slot };
  await callAs(page, clinic, { method: 'POST', path: `/bookings/${booked.id}/move`, data });

  await dialog(page).getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(
    `This appointment has changed in the meantime. It is now on ${booked.date}, ${slot}.`,
  );
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toContainText(`on ${booked.date}, ${slot}`);
});

test('a patient ends the links in the emails about one appointment, and not those about another', async ({
  page,
  clinic,
  signUp,
}) => {
  const person = await signUp(page);
  const [first, second] = [await book(page, clinic, person), await book(page, clinic, person)];
  const open = ({ id }: typeof first) => page.locator(`main a[href$="${id}"]`).first().click();
  const links = page.getByText('Links in your emails');
  const end = page.getByRole('button', { name: 'End these links' });
  await page.goto('/dashboard/myAppointment');
  await open(first);
  await links.waitFor();
  await page.getByRole('link', { name: 'Back to My Appointments' }).click();
  await open(second);
  await links.click();
  await end.click();
  await expect(page.getByText('The links in the emails that you have no longer work.')).toBeVisible();
  // Straight to the other one, which has loaded before.
  await page.evaluate(() => window.history.go(-2));
  await expect(page).toHaveURL(new RegExp(first.id));
  await links.click();
  await expect(end).toBeVisible();
});

test('for an appointment whose treatment is not offered any more, no other days are suggested', async ({
  page,
  clinic,
  signUp,
}) => {
  const { slot, treatment } = await book(page, clinic, await signUp(page));
  await page.route('**/api/v2/appointmentOptions**', async (route) => {
    const response = await route.fetch();
    const others = ((await response.json()) as Option[]).filter(({ name }) => name !== treatment);
    await route.fulfill({ response, json: others });
  });
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: slot }).getByRole('button', { name: 'Move' }).click();
  await expect(dialog(page).getByText(`${treatment} is not offered any more. Please call the clinic.`)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /^[A-Z][a-z]{2} \d+, \d{4}$/ })).toHaveCount(0);
});

test('in an offer, the price is after the name of the doctor, also if the name is written from right to left', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  const doctorName = 'ليلى حداد';
  const offer = { ...offeredEntry.offer, doctorName };
  await page.route('**/api/waiting-list', (route) => route.fulfill({ json: [{ ...offeredEntry, offer }] }));
  await page.goto('/dashboard/myAppointment');
  const line = page.getByText(/^Cardiology with Dr\. .*, \$140$/);
  const placeOf = (words: string) =>
    line.evaluate((paragraph, wanted) => {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + wanted.length);
        return range.getBoundingClientRect().toJSON() as DOMRect;
      }
      throw new Error(`${wanted} is not there`);
    }, words);
  expect((await placeOf('$140')).left).toBeGreaterThan((await placeOf(doctorName)).right);
});

test.describe('in a browser with other clocks than the clinic', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('the list of outgoing messages says that its times are the local time of the clinic', async ({
    page,
    signUp,
    logIn,
  }) => {
    await signUp(page);
    await logIn(page, demoAccounts.admin);
    await page.goto('/dashboard/messages');
    await expect(page.getByText(/All times are the clinic's local time \(.+\)\.$/)).toBeVisible();
  });

  test('each page with the time of an appointment says once that it is the local time of the clinic', async ({
    page,
    clinic,
    signUp,
  }) => {
    const note = page.getByText(/^All times are the clinic's local time \(.+\)\.$/);
    const person = await signUp(page);
    await page.goto('/dashboard');
    await expect(page.getByText('Nothing is booked')).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.goto('/dashboard/myAppointment');
    await expect(page.getByText('No appointments yet')).toBeVisible();
    await expect(note).toHaveCount(0);
    const { id } = await book(page, clinic, person);
    await page.route('**/api/waiting-list', (route) => route.fulfill({ json: [offeredEntry] }));
    for (const path of [`/dashboard/payment/${id}`, '/dashboard', '/dashboard/myAppointment']) {
      await page.goto(path);
      if (!path.includes('payment')) await page.getByRole('button', { name: 'Book it' }).waitFor();
      await expect(note).toBeVisible();
    }
  });
});
