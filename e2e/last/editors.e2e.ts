import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { href } from '../../web/src/pages.ts';
import { type Option, readDays, readOptions } from '../book.ts';
import type { Clinic } from '../clinic.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, expect, expectAccessible, newPerson, type Person, test } from '../fixtures.ts';
import { lateRequest, routeOnce } from '../route-once.ts';

// After all others in a worker's clinic, because these tests change the timetable and treatments that others rely on.

test('an admin adds a treatment, and is asked before leaving the page with unsaved input', async ({
  page,
  logIn,
  clinic,
}) => {
  const { url } = clinic;
  const name = `Allergy test ${randomUUID().slice(0, 8)}`;
  await logIn(page, demoAccounts.admin);
  await page.goto(href.dashboard());
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Treatments' }).click();
  await page.getByRole('heading', { level: 2, name: 'Cardiology' }).waitFor();
  await page.getByRole('button', { name: 'Add a treatment' }).click();
  await page.getByLabel('Name').fill(name);

  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(url + href.treatments());
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payments' }).click();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('button', { name: /^Dashboard menu/ });
  await menu.press('Enter');
  await page.getByRole('link', { name: 'Payments' }).press('Enter');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  if (size) await page.setViewportSize(size);

  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByLabel('Price').fill('45.505');
  await page.getByRole('button', { name: 'Add treatment', exact: true }).click();
  await expect(page.getByLabel('Price')).toHaveAccessibleDescription(/at most 2 decimals/);
  await page.getByLabel('Price').fill('45.50');
  // The answer arrives when the form was cancelled and another is open.
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/treatments', sendLate, 'POST');
  await page.getByRole('button', { name: 'Add treatment', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Cardiology' }).click();
  await page.getByLabel('Description').fill('Ultrasound');
  send();
  await page.getByRole('heading', { level: 2, name }).waitFor();
  await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Ultrasound');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('30 minutes · $45.50');
  await expect(page.getByRole('button', { name: 'Edit Cardiology' })).toBeFocused();

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Price').fill('50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('30 minutes · $50');

  await page.getByRole('button', { name: `Archive ${name}` }).click();
  await expect(page.getByRole('heading', { level: 2, name: `${name} Archived` })).toBeVisible();
});

test('a doctor edits their hours, and decides whether to keep or cancel each stranded appointment', async ({
  page,
  logIn,
  signUp,
  newVisitor,
  clinic,
  faults,
}) => {
  const [first, second] = [await newVisitor(), await newVisitor()];
  const early = await signUp(first, newPerson({ name: 'Early Riser' }));
  const late = await signUp(second, newPerson({ name: 'Late Riser' }));
  const day = await findDayOf(first, clinic, 'Maya Lindqvist');
  const [slot, otherSlot] = [day.slots[0] ?? '', day.slots.at(-1) ?? ''];
  const cancelled = await bookSlot(first, clinic, { person: early, day, slot });

  await logIn(page, demoAccounts.doctor);
  await page.goto(href.myHours());
  const monday = page.getByLabel('Monday, hours 1, from');
  await monday.fill('8-11, 1-5');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Monday, hours 1, until')).toHaveValue('11:00 AM');
  await page.keyboard.press('Control+z');
  await expect(monday).toHaveValue('09:00 AM');

  await page.getByRole('button', { name: 'Add an exception' }).click();
  await page.getByLabel('Date').last().fill(day.iso);
  const stranded = (name: string) => page.getByRole('group', { name: new RegExp(name) });
  await expect(page.getByText('Updating…')).toBeHidden();
  const all = page.getByRole('button', { name: /^Show all/ });
  /** The list begins with a dozen, and the demo clinic may have booked more on that day. */
  const findStranded = async (name: string): Promise<void> => {
    await stranded(name).or(all).first().waitFor();
    if (await all.isVisible()) await all.click();
    await stranded(name).waitFor();
  };
  await findStranded('Early Riser');
  // The demo clinic has booked others on that day.
  await page
    .getByRole('button', { name: 'Keep all' })
    .or(stranded('Early Riser').getByLabel('Keep it'))
    .first()
    .click();
  await stranded('Early Riser').getByLabel('Cancel and refund').check();

  const kept = await bookSlot(second, clinic, { person: late, day, slot: otherSlot });
  faults.expectFailed(409, '/hours');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await findStranded('Late Riser');
  await stranded('Late Riser').getByLabel('Keep it').check();
  // Edited again before the answer arrives: that is not saved.
  let answer = (): void => undefined;
  const isEdited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/doctors/*/hours', async (route) => {
    const response = await route.fetch();
    await isEdited;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Save hours' }).click();
  await page.getByLabel('Tuesday, hours 1, from').fill('08:30');
  answer();
  await expect(page.getByText('The hours are saved.')).toBeVisible();
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.unroute('**/api/doctors/*/hours');
  await page.getByLabel('Tuesday, hours 1, from').fill('09:00');
  await expect(page.getByText('All changes are saved.')).toBeVisible();

  expect(await callAs(first, clinic, { method: 'GET', path: `/bookings/${cancelled}` })).toMatchObject({
    state: 'cancelled',
  });
  expect(await callAs(second, clinic, { method: 'GET', path: `/bookings/${kept}` })).toMatchObject({
    state: 'booked',
  });
});

test('an admin closes days, opens some of them again, and then the rest', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.closingDays());
  await page.getByRole('button', { name: 'Close days' }).click();
  await page.getByLabel('First day').fill('2099-12-26');
  await page.getByLabel('Last day').fill('2099-12-24');
  await expect(page.getByLabel('Last day')).toHaveAccessibleDescription(/The end must be after the start\./);
  await page.getByLabel('First day').fill('2099-12-24');
  await page.getByLabel('Last day').fill('2099-12-26');
  await page.getByLabel('Reason').fill('Christmas');
  // The answer arrives when the form was cancelled and opened again.
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/closures', sendLate, 'POST');
  await page.getByRole('button', { name: 'Close these days' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Close days' }).click();
  await page.getByLabel('Reason').fill('New Year');
  send();
  const row = page.getByRole('heading', { level: 2, name: 'Dec 24, 2099 to Dec 26, 2099' });
  await row.waitFor();
  await expect(page.getByLabel('Reason')).toHaveValue('New Year');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  // Opened again from a time on. Earlier times stay closed.
  const reopen = page.getByRole('dialog', { name: 'The clinic is closed' });
  const openAgain = reopen.getByRole('button', { name: 'Open this time again' });
  await page.getByRole('button', { name: /^Open again/ }).click();
  await reopen.getByLabel('Open from').fill('2099-12-27');
  await openAgain.click();
  await expect(reopen.getByText('Choose one of the closed days, today or later.')).toBeVisible();
  await expect(reopen.getByLabel('Open from')).toBeFocused();
  await expect(reopen.getByLabel('Open from')).toHaveAttribute('aria-invalid', 'true');
  await reopen.getByLabel('Open from').fill('2099-12-25');
  await reopen.getByLabel('Time').fill('14:00');
  await openAgain.click();
  const left = page.getByRole('heading', { level: 2, name: 'Dec 24, 2099 to Dec 25, 2099 at 02:00 PM' });
  await expect(left).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: /^Open again/ }).click();
  await openAgain.click();
  await expect(left).toBeHidden();
  // That of the page, or 'No closing days' in place of the list.
  await expect(page.getByRole('heading', { name: /closing days$/i }).and(page.locator(':focus'))).toBeVisible();

  // The answer arrives when the form was cancelled: the focus stays where it is.
  await page.getByRole('button', { name: 'Close days' }).click();
  await page.getByLabel('First day').fill('2099-12-31');
  await page.getByLabel('Reason').fill('New Year');
  const late = lateRequest();
  await routeOnce(page, '**/api/closures', late.sendLate, 'POST');
  await page.getByLabel('Reason').press('Enter');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const elsewhere = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Closing Days' });
  await elsewhere.focus();
  late.send();
  await page.getByRole('heading', { level: 2, name: 'Dec 31, 2099' }).waitFor();
  await expect(elsewhere).toBeFocused();
  await page.getByRole('button', { name: /^Open again/ }).click();
  await openAgain.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Dec 31, 2099' })).toBeHidden();
});

test('an admin closes a day on which ten people are booked, and each of them is cancelled', async ({
  page,
  logIn,
  clinic,
}) => {
  await logIn(page, demoAccounts.admin);
  // Far behind the days that the demo fills.
  const { date = '', iso = '' } = (await readDays(page, clinic)).at(-20) ?? {};
  const options = await readOptions(page, clinic, date);
  const slots = options.flatMap(({ _id, name, slots: free }) =>
    free.map((slot) => ({ optionId: _id, treatment: name, slot })),
  );
  const booked: string[] = [];
  for (const choice of slots) {
    if (booked.length === 10) break;
    const newPatient = { name: `Person ${booked.length + 1}` };
    const data = { ...choice, appointmentDate: date, newPatient, phone: '+1 202 555 0143' };
    const answer = await page.request.post(`${clinic.url}/api/appointments`, { data, headers: { origin: clinic.url } });
    // Another treatment of the same doctor may have taken the time.
    if (answer.ok()) booked.push(newPatient.name);
  }
  expect(booked).toHaveLength(10);

  await page.goto(href.closingDays());
  await page.getByRole('button', { name: 'Close days' }).click();
  await page.getByLabel('First day').fill(iso);
  await page.getByLabel('Reason').fill('Water damage');
  await page.getByRole('button', { name: 'Cancel and refund all' }).click();
  await page.getByRole('button', { name: 'Close these days' }).click();
  await expect(page.getByText('10 appointments cancelled')).toBeVisible();
  const query = new URLSearchParams({ from: date, to: date });
  const left = await callAs(page, clinic, { method: 'GET', path: `/appointments?${query.toString()}` });
  expect(left).toMatchObject(Array.from({ length: 10 }, () => ({ state: 'cancelled', can: { cancel: false } })));
  // Patients read the reason once, and not with every option.
  await page.goto(href.bookAppointment({ day: iso }));
  await expect(page.getByText('No appointments: Water damage')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Try Another day');
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Next: / }).first()).toBeVisible();
  await expect(page.getByText('Water damage')).toHaveCount(1);
  await page.goto(href.closingDays());
  await page.getByRole('button', { name: `Open again on ${date}` }).click();
  await page.getByRole('button', { name: 'Open this time again' }).click();
  await expect(page.getByRole('heading', { level: 2, name: date })).toBeHidden();

  // On a day that is partly closed, patients read the reason once, above the free times.
  const evening = { from: iso, to: iso, fromMinute: 15 * 60, reason: 'Staff meeting' };
  const { _id } = await callAs(page, clinic, { method: 'POST', path: '/closures', data: evening });
  await page.goto(href.bookAppointment({ day: iso }));
  await expect(page.getByText('No appointments from 03:00 PM: Staff meeting')).toBeVisible();
  // A second closing from the same time on: the agenda shows nothing of the two on the next day.
  const next = new Date(Date.parse(iso) + 86_400_000).toISOString().slice(0, 10);
  const others = [
    { ...evening, toMinute: 16 * 60, reason: 'Fire drill' },
    { ...evening, from: next, to: next, fromMinute: 16 * 60, reason: 'Training' },
  ];
  const ids = [_id];
  for (const data of others) ids.push((await callAs(page, clinic, { method: 'POST', path: '/closures', data }))['_id']);
  await page.goto(`/dashboard/agenda?day=${next}`);
  await expect(page.getByText('Closed from 04:00 PM: Training')).toBeVisible();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(page.getByText(/^Closed from 03:00/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByText('Closed from 04:00 PM: Training')).toBeVisible();
  await expect(page.getByText(/^Closed from 03:00/)).toHaveCount(0);
  for (const id of ids) {
    const from = id === ids[2] ? next : iso;
    await callAs(page, clinic, { method: 'POST', path: `/closures/${String(id)}/reopen`, data: { from } });
  }
});

test('an admin keeps their input when somebody else has saved the rules first', async ({
  page,
  logIn,
  clinic,
  faults,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.clinicHours());
  await page.getByLabel('Days that patients can book ahead').fill('45');
  const { maxUnpaidBookings } = await callAs(page, clinic, { method: 'GET', path: '/clinic/rules' });
  const data = { maxUnpaidBookings: Number(maxUnpaidBookings) + 1 };
  await callAs(page, clinic, { method: 'PUT', path: '/clinic/rules', data });
  faults.expectFailed(409, '/clinic/rules');
  await page.getByRole('button', { name: 'Save rules' }).click();
  const saveMine = page.getByRole('button', { name: 'Replace their changes with mine' });
  await expect(saveMine).toBeVisible();
  // If theirs cannot be loaded, the input stays.
  await routeOnce(page, '**/clinic/rules', (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }));
  faults.expectFailed(400, '/clinic/rules');
  await page.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(page.getByLabel('Days that patients can book ahead')).toHaveValue('45');
  // What is in the fields now is saved.
  await page.getByLabel('Days that patients can book ahead').fill('46');
  await saveMine.click();
  const savedRules = () => callAs(page, clinic, { method: 'GET', path: '/clinic/rules' });
  await expect.poll(async () => (await savedRules())['horizonDays']).toBe(46);
  await expect(saveMine).toBeHidden();
  await expect(page.getByLabel('Days that patients can book ahead')).toHaveValue('46');
  // Typed while the rules are saved: that is not saved, and leaving asks.
  const save = page.getByRole('button', { name: 'Save rules' });
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/clinic/rules', sendLate, 'PUT');
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Days that patients can book ahead').fill('47');
  send();
  await expect(save).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payments' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  // The opening hours beside the rules were loaded before these changes.
  await page.getByLabel('Sunday, from').fill('8');
  faults.expectFailed(409, '/clinic/hours');
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(saveMine).toBeVisible();
  await page.getByLabel('Sunday, from').fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/appointments no longer fit/)).toBeHidden();
  await saveMine.click();
  await expect(page.getByText('Please correct the marked hours.')).toBeVisible();
});

test('an admin opens the clinic on a date on which it is usually closed', async ({ page, logIn, clinic }) => {
  await logIn(page, demoAccounts.admin);
  const { weekly: stored } = await callAs(page, clinic, { method: 'GET', path: '/clinic/hours' });
  const save = (data: object) => callAs(page, clinic, { method: 'PUT', path: '/clinic/hours', data });
  const { iso = '' } = (await readDays(page, clinic)).at(-30) ?? {};
  const closed = new Date(iso).getUTCDay() || 7;
  const open = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== closed);
  await save({ weekly: open.map((weekday) => ({ weekday, from: '00:00', to: '24:00' })), bookings: 'keep' });

  await page.goto(href.clinicHours());
  await page.getByRole('button', { name: 'Add special opening hours' }).click();
  const date = page.getByLabel('Date', { exact: true });
  await expect(date).toBeFocused();
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText('Choose a date.')).toBeVisible();
  await date.fill(iso);
  await page.getByLabel(/\d, hours, from$/).fill('9-12, 1-5');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(/\d, hours 2, until$/)).toHaveValue('05:00 PM');
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText(/^The opening hours are saved\./)).toBeVisible();
  await page.reload();
  await expect(date).toHaveValue(iso);
  const saved = await callAs(page, clinic, { method: 'GET', path: '/clinic/hours' });
  expect(saved['special']).toEqual([
    { date: iso, from: '09:00', to: '12:00' },
    { date: iso, from: '13:00', to: '17:00' },
  ]);
  await save({ weekly: stored, special: [], bookings: 'keep' });
});

test('the buttons of a day are one tab stop, and the arrow keys move between them', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.clinicHours());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fromField = page.getByLabel(/^Monday.*, from$/).first();
  const lastRemove = page.getByRole('button', { name: /^Remove Monday/ }).last();
  await button('Add hours on Monday').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(button('Copy Monday')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button('Copy Monday')).toBeFocused();
  // They are after the times, as on the screen; on a phone they are above them.
  await page.keyboard.press('Shift+Tab');
  await expect(lastRemove).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button('Copy Monday')).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await button('Copy Monday').focus();
  await page.keyboard.press('Tab');
  await expect(fromField).toBeFocused();
});

test('an admin chooses who works during special opening hours', async ({ page, logIn, clinic }) => {
  await logIn(page, demoAccounts.admin);
  const { iso = '' } = (await readDays(page, clinic)).at(16) ?? {};
  const { weekly } = await callAs(page, clinic, { method: 'GET', path: '/clinic/hours' });
  await page.goto(href.clinicHours());
  await page.getByRole('button', { name: 'Add special opening hours' }).click();
  await page.getByLabel('Date', { exact: true }).fill(iso);
  await page.getByLabel(/\d, hours, from$/).fill('18-20');
  await page.keyboard.press('Tab');
  await expect(page.getByText(/^Nobody works at this time/)).toBeVisible();
  const maya = page.getByRole('checkbox', { name: /^Maya Lindqvist/ });
  await maya.check();
  await expect(page.getByText(/^Nobody works at this time/)).toBeHidden();
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText(/^The opening hours are saved\. \d+ appointments kept\.$/)).toBeVisible();
  // The list of appointments is gone, and the save bar is in view.
  await expect(page.getByText(/appointments no longer fit/)).toBeHidden();
  await expect(page.getByText('All changes are saved.')).toBeInViewport();
  await expect(maya).toBeChecked();
  const chosen = async () => {
    const { doctors } = await callAs(page, clinic, { method: 'GET', path: `/clinic/hours/${iso}/doctors` });
    return (doctors as { name: string; isChosen: boolean }[]).filter((one) => one.isChosen).map(({ name }) => name);
  };
  expect(await chosen()).toEqual(['Maya Lindqvist']);
  await test.step('an exception of hers on that date says that it has no effect', async () => {
    const hers = await page.context().newPage();
    await hers.goto('/dashboard/manageDoctors');
    await hers.getByRole('row').filter({ hasText: 'Maya Lindqvist' }).getByRole('link', { name: /Hours/ }).click();
    await hers.getByRole('button', { name: 'Add an exception' }).click();
    const noEffect = hers.getByText(/^This exception has no effect: Dr\. Maya Lindqvist works during/);
    await expect(noEffect).toHaveCount(0);
    await hers.getByLabel('Date', { exact: true }).last().fill(iso);
    await expect(noEffect).toBeVisible();
    await hers.close();
  });
  await maya.uncheck();
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText(/Nobody works on .*\d\.$/)).toBeVisible();
  expect(await chosen()).toEqual([]);
  // The doctors of a date that is removed do not come back with it after a save.
  await maya.check();
  await page.getByRole('button', { name: /^Remove .*\d$/ }).click();
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText('All changes are saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Add special opening hours' }).click();
  await page.getByLabel('Date', { exact: true }).fill(iso);
  await page.getByLabel(/\d, hours, from$/).fill('18-20');
  await page.keyboard.press('Tab');
  await expect(maya).not.toBeChecked();
  await callAs(page, clinic, { method: 'PUT', path: '/clinic/hours', data: { weekly, special: [], bookings: 'keep' } });
});

type DayOf = { date: string; iso: string; slots: string[]; option: Option };

/** Finds a day after today on which this doctor has at least two free slots of a treatment. */
async function findDayOf(page: Page, clinic: Clinic, doctorName: string): Promise<DayOf> {
  for (const { date, iso } of (await readDays(page, clinic)).slice(1)) {
    const options = await readOptions(page, clinic, date);
    const option = options.find((one) => one.doctorName === doctorName && one.slots.length > 1);
    if (!option) continue;
    return { date, iso, slots: option.slots, option };
  }
  throw new Error(`${doctorName} has no day with two free slots.`);
}

async function bookSlot(
  page: Page,
  clinic: Clinic,
  { person, day, slot }: { person: Person; day: DayOf; slot: string },
): Promise<string> {
  const { _id: optionId, name: treatment, price } = day.option;
  const data = {
    appointmentDate: day.date,
    treatment,
    slot,
    patient: person.name,
    email: person.email,
    phone: '',
    price,
    optionId,
  };
  const booked = await callAs(page, clinic, { method: 'POST', path: '/bookings', data });
  return String(booked['insertedId']);
}

test('an admin writes a privacy policy and a testimonial, and public pages show them at once', async ({
  page,
  logIn,
  newVisitor,
  clinic,
  faults,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto(href.publicTexts());
  await page.getByLabel('Privacy policy').fill('## What we store\n\nYour <b>name</b>.\n\n- See https://law.example/1');
  await page.getByRole('button', { name: 'Save legal texts' }).press('Enter');
  await expect(page.getByText('The legal texts are saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save legal texts' })).toBeFocused();

  const added = page.getByRole('group', { name: 'testimonial 4' });
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await expect(added.getByLabel('What they say')).toBeFocused();
  await added.getByLabel('What they say').fill('They took their time.');
  // To load the legal texts again discards nothing of the form beside them.
  await callAs(page, clinic, { method: 'PUT', path: '/clinic/legal', data: { imprint: 'Theirs' } });
  await page.getByLabel('Imprint').fill('Mine');
  faults.expectFailed(409, '/clinic/legal');
  await page.getByRole('button', { name: 'Save legal texts' }).click();
  await page.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
  await expect(page.getByLabel('Imprint')).toHaveValue('Theirs');
  await expect(added.getByLabel('What they say')).toHaveValue('They took their time.');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await expect(added.getByLabel('Name')).toHaveAccessibleDescription('Name is Required');
  await added.getByLabel('Name').fill('Ruth Bader');
  await page.getByRole('button', { name: 'Move testimonial 4 up' }).click();
  faults.expectFailed(409, '/clinic');
  await page.getByRole('button', { name: 'Save texts' }).click();
  await page.getByRole('button', { name: 'Replace their changes with mine' }).click();
  await expect(page.getByText('The texts are saved.')).toBeVisible();
  // It is the first one: nothing changes, and the page can be left.
  await page.getByRole('button', { name: 'Move testimonial 1 up' }).press('Enter');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^All Users/ })).toBeVisible();

  const read = async (path: string) => (await page.request.get(path)).text();
  await expect.poll(() => read('/')).toContain('They took their time.');
  await expect.poll(() => read('/sitemap.xml')).toContain('/privacy</loc>');

  const visitor = await newVisitor();
  await visitor.goto('/');
  const testimonials = visitor.getByRole('region', { name: 'What our patients say' }).getByRole('figure');
  await expect(testimonials).toContainText(['Winson Herry', 'Marta Oduya', 'Ruth Bader', 'Jonas Petersen']);
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(visitor).toHaveTitle('Privacy Policy · Openhours');
  await expect(visitor.getByRole('heading', { level: 2, name: 'What we store' })).toBeVisible();
  await expect(visitor.getByText('Your <b>name</b>.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'https://law.example/1' })).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveCount(0);
  await expectAccessible(visitor);
});

test('an admin chooses an accent colour and a logo, and pages have both before their scripts', async ({
  page,
  logIn,
  newVisitor,
}) => {
  await logIn(page, demoAccounts.admin);
  // The feed reads what the clinic says too, and keeps it.
  await page.goto(href.feed());
  await page.getByRole('navigation', { name: 'More' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Clinic', exact: true }).click();
  const accent = page.getByLabel('Accent colour', { exact: true });
  await accent.fill('#ffcc00');
  await expect(accent).toHaveAccessibleDescription(/its contrast is 1\.3, and text needs 4\.5/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(accent).toBeFocused();
  await accent.fill('#7C2D92');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 40 } });
  await page
    .getByRole('button', { name: /^Logo Choose/ })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your clinic is saved.')).toBeVisible();
  await expect.poll(async () => (await page.request.get('/login')).text()).toContain('--pine:#7c2d92');
  await page.getByRole('banner').getByRole('link', { name: 'Feed' }).click();
  await expect(accent).toBeHidden();
  await page.goBack();
  await expect(accent).toHaveValue(/^#7c2d92$/i);

  const visitor = await newVisitor();
  await visitor.goto('/login');
  const logo = visitor.getByRole('banner').locator('img');
  await expect(logo).toHaveAttribute('src', /^\/images\/[0-9a-f]{64}\.webp$/);
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(visitor.getByRole('button', { name: 'Login' })).toHaveCSS('background-color', 'rgb(124, 45, 146)');
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Use our green' }).click();
  await expect(page.getByLabel('Accent colour', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await page.request.get('/login')).text()).not.toContain('#7c2d92');
  await visitor.reload();
  await expect(logo).toHaveCount(0);
});

test('changed opening hours on the landing page keep each range of times on one line', async ({
  page,
  logIn,
  clinic,
}) => {
  await logIn(page, demoAccounts.admin);
  const { weekly } = await callAs(page, clinic, { method: 'GET', path: '/clinic/hours' });
  const { iso = '' } = (await readDays(page, clinic)).at(16) ?? {};
  const special = [
    { date: iso, from: '09:00', to: '12:00' },
    { date: iso, from: '13:00', to: '17:00' },
  ];
  const save = (data: object) => callAs(page, clinic, { method: 'PUT', path: '/clinic/hours', data });
  await save({ weekly, special, bookings: 'keep' });
  for (const path of ['/', '/about']) {
    const hours = page.getByRole('main').getByText('and 1:00 pm–5:00 pm').last();
    // A node reads the clinic's facts again after a moment.
    await expect(async () => {
      await page.goto(path);
      await expect(hours).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
    for (let width = 320; width <= 480; width += 20) {
      await page.setViewportSize({ width, height: 800 });
      expect(await hours.evaluate(linesOf), `${path} at ${width} px`).not.toContainEqual(expect.stringMatching(/–$/));
    }
  }
  await save({ weekly, special: [], bookings: 'keep' });
});

/** The text of an element as its lines show it. */
function linesOf(element: Element): string[] {
  const lines = new Map<number, string>();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const at of text.matchAll(/\S/g)) {
      const range = document.createRange();
      range.setStart(node, at.index);
      range.setEnd(node, at.index + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? '') + at[0]);
    }
  }
  return [...lines.values()];
}
