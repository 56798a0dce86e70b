import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, freshClinic, newPerson, test } from './fixtures.ts';

// Other journeys make doctors and take them away, and with them the day that is full.
test.use({ clinicEnv: freshClinic });

const cards = (page: Page): Locator => page.getByRole('article');
const bookable = (page: Page): Locator =>
  cards(page).filter({ has: page.getByRole('button', { name: 'Book Appointment' }).and(page.locator(':enabled')) });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const submit = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Submit' }).click();

async function spacesOf(card: Locator): Promise<number> {
  return Number(/(\d+) spaces? available/.exec(await card.innerText())?.[1]);
}

/** The card of one option, whatever becomes of its slots. */
async function pinned(page: Page, card: Locator): Promise<Locator> {
  const [treatment, doctor] = await Promise.all([
    card.getByRole('heading').innerText(),
    card.locator('p').first().innerText(),
  ]);
  return cards(page).filter({ hasText: treatment }).filter({ hasText: doctor });
}

async function openFirst(page: Page): Promise<Locator> {
  const card = await pinned(page, bookable(page).first());
  await card.getByRole('button', { name: 'Book Appointment' }).click();
  await expect(dialog(page)).toBeVisible();
  return card;
}

/** Presses Tab until the wanted control has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator, limit = 80): Promise<void> {
  for (let presses = 0; presses < limit; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(target)}`);
}

test('a visitor signs up, books today by keyboard alone, and finds the booking', async ({ page }) => {
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

  // Past every slot of the day, and around.
  await tabTo(page, page.getByRole('link', { name: 'Dashboard' }).first(), 200);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'My Appointments' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1');
  const row = page.getByRole('row').filter({ hasText: slot });
  await expect(row).toContainText(person.name);
  await expect(row.getByRole('button', { name: 'SSL' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Card' })).toBeVisible();

  await row.getByRole('link').first().click();
  await expect(page.getByText('+1 212 555 0100')).toBeVisible();
  await page.reload();
  await expect(page.getByText(slot)).toBeVisible();
});

test('a signed-out visitor is asked to log in, and comes back to the very page, its query too', async ({
  page,
  signUp,
  newVisitor,
}) => {
  const account = await signUp(await newVisitor());
  await page.goto('/appointment?day=none');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/appointment?day=none');
  await expect(page.getByText('Pick a day')).toBeVisible();
});

test('a second click on the chosen day clears the choice and requests nothing', async ({ page, signUp, faults }) => {
  // Live events may refetch the day at any time. Here only the click counts.
  faults.expectFailed('no answer', '/api/events');
  await page.route('**/api/events', (route) => route.abort());
  await signUp(page);
  await page.goto('/appointment');
  await expect(cards(page).first()).toBeVisible();
  const today = page.getByRole('gridcell', { selected: true }).getByRole('button');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await today.click();
  await expect(page.getByText('Pick a day')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);

  await page.waitForTimeout(300);
  expect(asked.filter((url) => url.includes('appointmentOptions'))).toEqual([]);
});

test('a day is found and chosen with the keys alone', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const calendar = page.getByRole('grid');
  const focused = page.locator('[role=gridcell] button:focus');
  const dayUnderFocus = async () => (await focused.getAttribute('data-day')) ?? '';
  const chosen = calendar.getByRole('gridcell', { selected: true }).getByRole('button');
  const today = (await chosen.getAttribute('data-day')) ?? '';

  await page.getByRole('button', { name: 'Go to the Next Month' }).focus();
  await page.keyboard.press('Tab');
  expect(await dayUnderFocus()).toBe(today);
  // Nothing before today: the focus stays.
  await page.keyboard.press('ArrowLeft');
  expect(await dayUnderFocus()).toBe(today);
  await page.keyboard.press('ArrowRight');
  const next = await dayUnderFocus();
  expect(next > today).toBe(true);
  const month = (await calendar.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('PageDown');
  await expect(calendar).not.toHaveAttribute('aria-label', month);
  const later = await dayUnderFocus();
  expect(later > next).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/appointment?day=${later}`);
  await expect(chosen).toBeFocused();
  await expect(cards(page).first()).toBeVisible();

  // One Tab leads out of the calendar, and one back to the chosen day.
  await page.keyboard.press('Tab');
  await expect(focused).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  expect(await dayUnderFocus()).toBe(later);
  await page.keyboard.press('PageUp');
  await expect(calendar).toHaveAttribute('aria-label', month);
  await expect(focused).toBeVisible();
});

test('the heading follows the day, which is the day that was clicked, in every zone of the browser', async ({
  browser,
  clinic,
  faults,
}) => {
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await browser.newContext({ baseURL: clinic.url, timezoneId });
    await faults.watch(context);
    const page = await context.newPage();
    const origin = clinic.url;
    await context.request.post(`${origin}/api/auth/sign-up/email`, { data: newPerson(), headers: { origin } });
    await page.goto('/appointment');
    await expect(cards(page).first()).toBeVisible();
    const day = page.locator('[role=gridcell] button:enabled').filter({ hasNotText: /^$/ }).nth(1);
    const spoken = (await day.getAttribute('aria-label')) ?? '';
    await expect(page.getByText("All times are the clinic's local time (", { exact: false })).toBeVisible();
    const shown = await page.getByRole('heading', { level: 1 }).innerText();
    // Not for the day that is shown: that one may be asked for anew at any time.
    const asked = page.waitForRequest((request) => {
      const date = new URL(request.url()).searchParams.get('date');
      return request.url().includes('appointmentOptions') && date !== null && !shown.endsWith(date);
    });
    await day.click();
    const date = new URL((await asked).url()).searchParams.get('date') ?? '';
    const [, month = '', number = ''] = /^([A-Z][a-z]{2}) (\d+), \d{4}$/.exec(date) ?? [];
    expect(spoken).toMatch(new RegExp(`${month}[a-z]* ${number}\\b`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${date}`);
    await context.close();
  }
});

test('a slot taken under your hand: the window stays, says so, keeps what was typed and offers the nearest', async ({
  page,
  signUp,
  newVisitor,
  clinic,
  faults,
}) => {
  faults.expectFailed(409, '/api/bookings');
  faults.expectFailed('no answer', '/api/events');
  // With live events the slot would be gone from the window before one could submit it.
  await page.route('**/api/events', (route) => route.abort());
  await signUp(page);
  await page.goto('/appointment');
  const doctor = await bookable(page).first().locator('p').first().innerText();
  await openFirst(page);
  const slot = await dialog(page).getByLabel('Slot').inputValue();
  await dialog(page).getByPlaceholder('Phone Number').fill('+1 202 555 0143');

  const rival = await newVisitor();
  const other = await signUp(rival);
  const date = await dialog(page).getByLabel('Appointment date').inputValue();
  const treatment = await dialog(page).getByRole('heading').innerText();
  const options = (await (
    await rival.context().request.get(`${clinic.url}/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`)
  ).json()) as { _id: string; name: string; price: number; doctorName?: string }[];
  const option = options.find(({ name, doctorName }) => name === treatment && doctor.includes(doctorName ?? 'on duty'));
  const taken = await rival.context().request.post(`${clinic.url}/api/bookings`, {
    headers: { origin: clinic.url },
    data: {
      appointmentDate: date,
      treatment,
      slot,
      patient: other.name,
      email: other.email,
      phone: '',
      price: option?.price,
      optionId: option?._id,
    },
  });
  expect(taken.status()).toBe(200);

  await submit(page);
  const sentence = `Someone else has just booked ${slot}. Please choose another slot.`;
  await expect(dialog(page).getByText(sentence)).toBeVisible();
  await expect(dialog(page).getByPlaceholder('Phone Number')).toHaveValue('+1 202 555 0143');
  await expect(dialog(page).getByLabel('Slot').getByRole('option', { name: slot })).toHaveCount(0);
  await expectAccessible(page);

  await dialog(page).getByRole('group', { name: 'Free instead' }).getByRole('button').first().click();
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
});

test('submit cannot fire twice', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  await openFirst(page);
  let sent = 0;
  await page.route('**/api/bookings', async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: 'Submit' }).dblclick();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  expect(sent).toBe(1);
});

test('an answer that was lost on the way: the same submit again makes no second booking', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', '/api/bookings');
  const person = await signUp(page);
  await page.goto('/appointment');
  await openFirst(page);
  await page.route(
    '**/api/bookings',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
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

test('the window takes the focus, gives it back, and closes by Esc and by its control', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  const button = bookable(page).first().getByRole('button', { name: 'Book Appointment' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
  ]) {
    await button.click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator(':focus')).toHaveCount(1);
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('on a slow network the animation shows, and only the last clicked day is answered', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/appointment');
  await expect(cards(page).first()).toBeVisible();
  await page.route('**/api/v2/appointmentOptions**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => undefined);
  });
  const days = page.locator('[role=gridcell]:not([aria-selected=true]) button:enabled');
  await days.nth(0).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await days.nth(1).click();
  const last = (await days.nth(2).getAttribute('data-day')) ?? '';
  await days.nth(2).click();
  await expect(page.locator(`[role=gridcell][aria-selected=true] [data-day="${last}"]`)).toBeVisible();
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  // For a moment the cards of the day before stay, out of use.
  await expect(page.locator('ul[aria-busy]')).toHaveCount(0);
  await openFirst(page);
  expect(heading).toContain(await dialog(page).getByLabel('Appointment date').inputValue());
});

test('what has the focus stays in sight when the cards that load push it down', async ({ page, signUp }) => {
  await signUp(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/v2/appointmentOptions*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/appointment');
  const link = page.getByRole('contentinfo').getByRole('link').first();
  await link.focus();
  await expect(link).toBeInViewport();
  answered.resolve();
  await expect(cards(page).first()).toBeAttached();
  await expect(link).toBeInViewport();
});

test('with the server gone the retries are visible, nothing turns white, and it goes on when the server is back', async ({
  page,
  signUp,
  faults,
}) => {
  faults.expectFailed('no answer', '/api/');
  await signUp(page);
  await page.clock.install();
  await page.goto('/appointment');
  await expect(cards(page).first()).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.locator('[role=gridcell]:not([aria-selected=true]) button:enabled').first().click();
  await expect(page.getByText('Having trouble reaching the clinic. Trying again…')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  // The pauses between the attempts are 1, 2 and 4 s. Here they pass at once.
  const skipPauses = (then: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(4000);
      await then();
    }).toPass();
  await skipPauses(() => expect(again).toBeVisible({ timeout: 200 }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  // Whoever tries again in vain finds the button where they left it.
  await again.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await skipPauses(() => expect(again).toBeFocused({ timeout: 200 }));
  await page.unroute('**/api/**');
  await page.keyboard.press('Enter');
  await expect(cards(page).first()).toBeVisible();
  await expect(heading).toBeFocused();
});

test("a full day can be chosen, says why nothing is free, and leads to the next free day and to each doctor's", async ({
  page,
  signUp,
  clinic,
}) => {
  await signUp(page);
  const days = (await (await page.request.get(`${clinic.url}/api/v2/appointmentDays`)).json()) as {
    date: string;
    spaces: number;
  }[];
  const full = days.find(({ spaces }) => spaces === 0);
  const next = days.slice(days.findIndex((day) => day === full)).find(({ spaces }) => spaces > 0);
  expect(full, 'the demo clinic has a full day in view').toBeDefined();
  const iso = new Date(`${full?.date} UTC`).toISOString().slice(0, 10);
  await page.goto('/appointment');
  const button = page.locator(`[data-day="${iso}"]`);
  await expect(button).toHaveAccessibleName(/fully booked/);
  await button.click();
  const line = cards(page).first();
  await expect(line).toContainText('Try Another day');
  await expect(line).toContainText('0 spaces available');
  await expect(line.getByRole('button', { name: 'Book Appointment' })).toBeDisabled();
  const ofDoctor = line.getByRole('button', { name: /^Next: / });
  const date = (await ofDoctor.innerText()).replace('Next: ', '');
  await ofDoctor.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${date}`);
  await expect(bookable(page).first()).toBeVisible();
  await page.goto(`/appointment?day=${iso}`);
  await page.getByRole('button', { name: `Next free day: ${next?.date}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Available Appointments on ${next?.date}`);
});

test('on a phone the week, the filter and the first card with its slots are in sight', async ({ page, signUp }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await page.goto('/appointment');
  await expect(page.getByRole('gridcell')).toHaveCount(7);
  const slots = bookable(page).first().getByRole('group', { name: 'Free times' }).getByRole('button');
  for (const slot of await slots.all()) await expect(slot).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('group', { name: 'Specialty' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Go to the Next Week' }).click();
  await page.locator('[role=gridcell] button:enabled:not([data-full])').first().click();
  await expect(page.getByRole('gridcell', { selected: true })).toBeVisible();
  await page.getByRole('button', { name: /show the month/ }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(42);
  await page.locator('[role=gridcell]:not([aria-selected=true]) button:enabled').last().click();
  await expect(page.getByRole('gridcell')).toHaveCount(7);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('group', { name: 'Specialty' })).toBeInViewport({ ratio: 1 });
});

test('the journey of somebody with a very long name fits any width', async ({ page, signUp }) => {
  await signUp(page, newPerson({ name: 'Maximiliane Wolfeschlegelsteinhausenbergerdorff' }));
  await page.goto('/appointment');
  await openFirst(page);
  await submit(page);
  await expect(page.getByText('Booking confirmed', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const confirmation = page.getByRole('region', { name: 'Appointment booked' });
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toContainText(/Your reference: [0-9A-Z]{6}/);
  const download = page.waitForEvent('download');
  await confirmation.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^appointment-[0-9A-Z]{6}\.ics$/);
  await page.getByRole('link', { name: 'View appointment' }).click();
  await expect(page).toHaveURL(/myAppointment\/[0-9a-f-]{36}$/);
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/myAppointment');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a forgotten password is reset by the mail, once', async ({ page, signUp, newVisitor, mail, faults }) => {
  faults.expectFailed(400, '/api/auth/reset-password');
  const account = await signUp(await newVisitor());
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forget Password?' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: /send|reset/i }).click();
  const message = await mail.waitFor({ to: account.email });
  const link = /http\S+reset-password\S+/.exec(message.text)?.[0] ?? '';
  const { pathname, search } = new URL(link);

  const choose = async (password: string): Promise<void> => {
    await page.goto(pathname + search);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
  };
  await choose('Another2&');
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await choose('YetAnother3&');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('Another2&');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
});
