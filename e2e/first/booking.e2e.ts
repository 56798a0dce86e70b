import type { Locator, Page } from '@playwright/test';
import { readOptions } from '../book.ts';
import { callAs } from '../conversations.ts';
import { bookable, cardWithSeveralTimes, openFirst, openWithSeveralTimes, pinned, waitForDay } from '../day-list.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, newPerson, test } from '../fixtures.ts';
import { lateRequest, routeOnce } from '../route-once.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const submit = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Submit' }).click();

async function spacesOf(card: Locator): Promise<number> {
  return Number(/(\d+) spaces? available/.exec(await card.innerText())?.[1]);
}

/** Presses Tab until this control has the focus. */
async function tabTo(page: Page, target: Locator, limit = 80): Promise<void> {
  for (let presses = 0; presses < limit; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(target)}`);
}

/** Everything that the browser stores for this page, except cookies. */
const listStored = (page: Page) =>
  page.evaluate(async () => ({
    localStorage: Object.fromEntries(Object.entries(localStorage)),
    sessionStorage: Object.fromEntries(Object.entries(sessionStorage)),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));
const nothingStored = { localStorage: {}, sessionStorage: {}, databases: [], caches: [] };

test('a visitor signs up, books for today by keyboard only, and leaves nothing in the browser after signing out', async ({
  page,
}) => {
  const person = newPerson();
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Sign up' }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type(person.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await tabTo(page, page.getByRole('link', { name: 'Appointment', exact: true }).first());
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Available Appointments on [A-Z][a-z]{2} \d{1,2}, \d{4}$/,
  );
  await waitForDay(page);
  await expect(page.getByText('Available Appointments on')).toHaveCount(1);
  const card = await pinned(page, bookable(page).first());
  const before = await spacesOf(card);
  await tabTo(page, card.getByRole('button', { name: 'Book Appointment' }));
  await page.keyboard.press('Enter');

  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByLabel('Name')).toHaveValue(person.name);
  await expect(dialog(page).getByLabel('Name')).toHaveAttribute('readonly', '');
  await expect(dialog(page).getByLabel('Email')).toHaveValue(person.email);
  const slot = await dialog(page).getByLabel('Slot').inputValue();
  await tabTo(page, dialog(page).getByPlaceholder('Phone Number'));
  await page.keyboard.type('+1 212 555 0100');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => spacesOf(card)).toBe(before - 1);
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Close', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Past every slot of the day, and back to the start.
  await tabTo(page, page.getByRole('link', { name: 'Dashboard' }).first(), 200);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'My Appointments' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1');
  const row = page.getByRole('row').filter({ hasText: slot });
  await expect(row).toContainText(person.name);
  await expect(row.getByRole('button', { name: 'SSL' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Card' })).toBeVisible();
  await expect(row.getByText('Paid')).toHaveCount(0);

  await row.getByRole('link').first().click();
  await expect(page.getByText('+1 212 555 0100')).toBeVisible();
  await page.reload();
  await expect(page.getByText(slot)).toBeVisible();

  expect(await listStored(page)).toEqual({ ...nothingStored, localStorage: { accessToken: expect.any(String) } });
  await page.goto('/appointment');
  await waitForDay(page);
  await openFirst(page);
  await dialog(page).getByPlaceholder('Phone Number').fill('+1 202 555 0143');
  await expect(dialog(page).getByText(/^Held for you until/)).toBeVisible();
  // Else the request would come after the sign-out.
  const released = page.waitForResponse((answer) => /\/api\/holds\/./.test(answer.url()));
  await page.keyboard.press('Escape');
  await released;
  expect(JSON.stringify((await listStored(page)).sessionStorage)).toContain('+1 202 555 0143');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await listStored(page)).toEqual(nothingStored);
});

test('a window keeps its hold when another window of the same person, which shares it, closes', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    await one.goto('/appointment');
    await waitForDay(one);
    await openFirst(one);
    await expect(dialog(one).getByText(/^Held for you until/)).toBeVisible();
  }
  const heldAgain = other.waitForResponse((answer) => answer.url().endsWith('/api/holds'));
  await page.keyboard.press('Escape');
  expect((await heldAgain).status()).toBe(200);
  await expect(dialog(other).getByText(/^Held for you until/)).toBeVisible();
  await other.close();
});

test('a window holds its slot again if another window ends their shared hold, even if one of the answers is late', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    await one.goto('/appointment');
    await waitForDay(one);
  }
  // The answer to the other window arrives after the hold has ended.
  const isTold = other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel('openhours-hold-ended').addEventListener('message', () => resolve());
      }),
  );
  const [shared, mayArrive] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await routeOnce(other, '**/api/holds', async (route) => {
    const response = await route.fetch();
    shared.resolve();
    await mayArrive.promise;
    await route.fulfill({ response });
  });
  await openFirst(page);
  await expect(dialog(page).getByText(/^Held for you until/)).toBeVisible();
  await openFirst(other);
  await shared.promise;
  await page.keyboard.press('Escape');
  await isTold;
  const holding = other.waitForRequest('**/api/holds');
  mayArrive.resolve();
  await holding;
  await expect(dialog(other).getByText(/^Held for you until/)).toBeVisible();

  // The user leaves the first window. Its request to end the hold arrives after the other window has asked for the slot again.
  await openFirst(page);
  await expect(dialog(page).getByText(/^Held for you until/)).toBeVisible();
  const ending = lateRequest();
  await routeOnce(page, '**/api/holds/*', ending.sendLate, 'DELETE');
  const heldAgain = other.waitForResponse((answer) => answer.url().endsWith('/api/holds'));
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  const { _id } = (await (await heldAgain).json()) as { _id: string };
  const ended = page.waitForResponse('**/api/holds/*');
  ending.send();
  await ended;
  const found = await other.evaluate(async (id) => (await fetch(`/api/holds/${id}`)).json(), _id);
  expect(found).toEqual({ isHeld: true });
  await other.close();
});

test('a window that is used again says that its hold has ended on another device, whatever its clock says', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.clock.install({ time: Date.now() + 30 * 3_600_000 });
  await page.goto('/appointment');
  await waitForDay(page);
  const holding = page.waitForResponse((answer) => answer.url().endsWith('/api/holds'));
  await openFirst(page);
  const { _id } = (await (await holding).json()) as { _id: string };
  await page.clock.runFor(1000);
  await expect(dialog(page).getByText(/^Held for you until/)).toBeVisible();
  await page.evaluate(async (id) => {
    await fetch(`/api/holds/${id}`, { method: 'DELETE' });
    window.dispatchEvent(new Event('focus'));
  }, _id);
  await expect(dialog(page).getByText('This time is no longer held for you.')).toBeVisible();
});

test('when the slot is taken meanwhile, the dialog stays open, keeps the input and offers the nearest slots', async ({
  page,
  signUp,
  newVisitor,
  clinic,
  faults,
}) => {
  faults.expectFailed(409, '/api/bookings');
  faults.expectFailed('no answer', '/api/events');
  faults.expectFailed('no answer', '/api/holds');
  // Without a hold, somebody else can take the slot.
  await page.route('**/api/holds', (route) => route.abort());
  // With live events, the slot would disappear from the dialog before it can be submitted.
  await page.route('**/api/events', (route) => route.abort());
  await signUp(page);
  await page.goto('/appointment');
  await waitForDay(page);
  const doctor = await bookable(page).first().locator('p').first().innerText();
  await openFirst(page);
  const unheld = dialog(page).getByRole('status').filter({ hasText: 'We could not hold this time for you.' });
  await expect(unheld).toContainText('Cancelling is free of charge until');
  const slot = await dialog(page).getByLabel('Slot').inputValue();
  await dialog(page).getByPlaceholder('Phone Number').fill('+1 202 555 0143');

  const rival = await newVisitor();
  const other = await signUp(rival);
  const date = await dialog(page).getByLabel('Appointment date').inputValue();
  const treatment = await dialog(page).getByRole('heading').innerText();
  const options = await readOptions(rival, clinic, date);
  const option = options.find(({ name, doctorName }) => name === treatment && doctor.includes(doctorName ?? 'on duty'));
  const data = { appointmentDate: date, treatment, slot, patient: other.name, email: other.email, phone: '' };
  const rest = { price: option?.price, optionId: option?._id };
  await callAs(rival, clinic, { method: 'POST', path: '/bookings', data: { ...data, ...rest } });

  await submit(page);
  const sentence = `Someone else has just booked ${slot}. Please choose another slot.`;
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('This time is no longer free.')).toBeVisible();
  await expect(dialog(page).getByPlaceholder('Phone Number')).toHaveValue('+1 202 555 0143');
  await expect(dialog(page).getByLabel('Slot').getByRole('option', { name: slot })).toHaveCount(0);
  await expectAccessible(page);

  await dialog(page).getByRole('group', { name: 'Nearest free times' }).getByRole('button').first().click();
  faults.expectFailed(400, /^\/api\/bookings\/./);
  await routeOnce(page, /\/api\/bookings\/[^/?]+$/, (route) => route.fulfill({ status: 400, body: '{}' }));
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  // The ways to pay could not be loaded.
  const booked = page.getByRole('region', { name: 'Appointment booked' });
  await booked.getByRole('button', { name: 'Try again' }).click();
  await expect(booked.getByRole('button', { name: 'SSL' })).toBeVisible();
});

test('a double submit sends one request, and the confirmation names the slot that was sent', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  await openWithSeveralTimes(page);
  let sent = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/bookings', async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  const select = dialog(page).getByLabel('Slot');
  const slot = await select.inputValue();
  await dialog(page).getByRole('button', { name: 'Submit' }).dblclick();
  await page.keyboard.press('Enter');
  const free = await select.locator('option').evaluateAll((options) => options.map(({ textContent }) => textContent));
  const other = free.findLast((label) => label !== slot) ?? '';
  await select.selectOption(other);
  held.resolve();
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  const booked = page.getByRole('region', { name: 'Appointment booked' });
  await expect(booked).toContainText(slot);
  await expect(booked).not.toContainText(other);
  expect(sent).toBe(1);
});

test('booking gives up a hold that has no answer yet, which would be refused', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  // Never answered.
  await page.route('**/api/holds', () => undefined);
  await openFirst(page);
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/holds'));
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  await givenUp;
});

test('after a lost answer, submitting again makes no second booking', async ({ page, signUp, faults }) => {
  faults.expectFailed('no answer', '/api/bookings');
  const person = await signUp(page);
  await page.goto('/appointment');
  await openFirst(page);
  await routeOnce(page, '**/api/bookings', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  const list = await page.evaluate(
    async (email) => (await fetch(`/api/bookings?email=${encodeURIComponent(email)}`)).json() as Promise<unknown[]>,
    person.email,
  );
  expect(list).toHaveLength(1);
});

test('the dialog takes and restores the focus, closes by Esc, its button and Back, and opens with its own slot', async ({
  page,
  signUp,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  const card = await cardWithSeveralTimes(page);
  const button = card.getByRole('button', { name: 'Book Appointment' });
  const slot = dialog(page).getByLabel('Slot');
  const first = (await button.getAttribute('data-slot')) ?? '';
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    await button.click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
    await expect(slot).toHaveValue(first);
    await slot.selectOption({ index: 1 });
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('booking with a very long name fits any width', async ({ page, signUp }) => {
  await signUp(page, newPerson({ name: 'Maximiliane Wolfeschlegelsteinhausenbergerdorff' }));
  await page.goto('/appointment');
  await openFirst(page);
  const slot = await dialog(page).getByLabel('Slot').inputValue();
  const treatment = await dialog(page).getByRole('heading').innerText();
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const confirmation = page.getByRole('region', { name: 'Appointment booked' });
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toContainText(slot);
  await expect(confirmation).toContainText(new RegExp(`${treatment} with (Dr\\. |the doctor on duty)`));
  await expect(confirmation.getByRole('definition').filter({ hasText: 'Openhours' })).toBeVisible();
  await expect(confirmation).toContainText(/Pay \$[\d.]+ now, or at the clinic\./);
  await expect(confirmation).toContainText(/Your reference: [0-9A-Z]{6}/);
  // Back from the page for the payment shows it again.
  await confirmation.getByRole('button', { name: 'SSL' }).click();
  await expect(page).toHaveURL(/SESSIONKEY/i);
  await page.goBack();
  await expect(confirmation).toContainText(slot);
  await expect(confirmation.getByRole('button', { name: 'SSL' })).toBeEnabled();
  const download = page.waitForEvent('download');
  const calendars = confirmation.getByRole('group', { name: 'Add to calendar' });
  await calendars.getByRole('link', { name: 'Apple or other' }).click();
  expect((await download).suggestedFilename()).toMatch(/^appointment-[0-9A-Z]{6}\.ics$/);
  await page.getByRole('link', { name: 'View appointment' }).click();
  await expect(page).toHaveURL(/myAppointment\/[0-9a-f-]{36}$/);
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a refused phone number has its message at its field, once, and the focus, until another one is accepted', async ({
  page,
  signUp,
  faults,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  await openFirst(page);
  const phone = dialog(page).getByPlaceholder('Phone Number');
  await phone.fill('abc');
  faults.expectFailed(409, '/api/bookings');
  await submit(page);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/^That is not a valid phone number/);
  await expect(dialog(page).locator('form').getByText('That is not a valid phone number')).toHaveCount(1);

  // The field of the reason takes the focus when it appears, and not again.
  await dialog(page).getByRole('button', { name: 'Add a reason for the visit' }).click();
  await expect(dialog(page).getByLabel('Reason for the visit')).toBeFocused();
  await phone.clear();
  await phone.pressSequentially('+1 212 555 0100');
  await expect(phone).toHaveValue('+1 212 555 0100');
  // Not acknowledged, although the status is 200.
  const refused = { acknowledged: false, code: 'OFF', message: 'Bookings are paused.' };
  await routeOnce(page, '**/api/bookings', (route) => route.fulfill({ json: refused }));
  await submit(page);
  await expect(dialog(page).locator('form').getByText('This appointment is not booked.')).toBeVisible();
  await expect(page.getByText('Booking confirmed')).toHaveCount(0);
  await submit(page);
  const messages = page.getByRole('region', { name: 'Messages of this page' });
  await expect(messages.getByText('Booking confirmed')).toBeVisible();
  // At once, without waiting: after some seconds it closes anyway.
  expect(await messages.getByText('That is not a valid phone number').count()).toBe(0);

  // The number is kept for next time, and can be changed.
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Phone number' });
  await expect(card.getByLabel('Phone number')).toHaveValue('+1 212 555 0100');
  await card.getByLabel('Phone number').fill('+1 202 555 0143');
  await card.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByText('Your phone number is saved.')).toBeVisible();
  await page.goto('/appointment');
  await openFirst(page);
  await expect(phone).toHaveValue('+1 202 555 0143');
});
