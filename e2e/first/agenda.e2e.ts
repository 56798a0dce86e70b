import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Page } from '@playwright/test';
import type { Clinic } from '../clinic.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, everythingOfClinic, expect, expectAccessible, test, zoneOfRun } from '../fixtures.ts';
import { lateRequest, loseAnswer, routeOnce } from '../route-once.ts';

const timeZone = zoneOfRun;
test.use({ timezoneId: timeZone });

type Option = { _id: string; name: string; doctorName?: string; slots: string[] };

const isoDay = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toLocaleDateString('en-CA', { timeZone });

/** Else the page sets the clock of the test right by it. */
const hideServerClock = (page: Page) =>
  page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- Called on the headers below.
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name);
    };
  });

/** The option of the demo's doctor, with the slots that staff can book. */
async function optionOn(page: Page, clinic: Clinic, iso: string): Promise<Option> {
  const path = `/appointments/options?date=${encodeURIComponent(mediumDateFromIso(iso))}`;
  const options = (await callAs(page, clinic, { method: 'GET', path })) as unknown as Option[];
  const found = options.find(({ doctorName, name }) => doctorName === 'Maya Lindqvist' && name === 'Cardiology');
  if (!found) throw new Error('The demo has no such option');
  return found;
}

async function bookAs(page: Page, clinic: Clinic, wanted: { iso: string; name: string }): Promise<string> {
  const { _id: optionId, slots } = await optionOn(page, clinic, wanted.iso);
  const slot = slots[0] ?? '';
  const data = {
    newPatient: { name: wanted.name },
    phone: '+1 202 555 0143',
    appointmentDate: mediumDateFromIso(wanted.iso),
    treatment: 'Cardiology',
    optionId,
    slot,
  };
  await callAs(page, clinic, { method: 'POST', path: '/appointments', data });
  return slot;
}

test('an absence that is over and was a mistake can be removed', async ({ page, clinic, logIn }) => {
  await logIn(page, demoAccounts.doctor);
  const { user } = (await callAs(page, clinic, { method: 'GET', path: '/session' })) as { user: { uid: string } };
  const yesterday = isoDay(-1);
  const away = { from: yesterday, to: isoDay(0), doctorId: user.uid, reason: 'A mistake', bookings: 'keep' };
  const { _id } = await callAs(page, clinic, { method: 'POST', path: '/closures', data: away });
  const data = { from: away.to };
  await callAs(page, clinic, { method: 'POST', path: `/closures/${String(_id)}/reopen`, data });

  await page.goto(`/dashboard/agenda?day=${yesterday}`);
  const absence = page.getByRole('button', { name: 'Away: A mistake' });
  await absence.click();
  const dialog = page.getByRole('dialog', { name: 'Dr. Maya Lindqvist was away' });
  await expect(dialog).toContainText('This time is over. Remove it if it was entered by mistake.');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The closed time was removed.')).toBeVisible();
  await expect(absence).toHaveCount(0);
});

test("a doctor's morning, from the first arrival to a no-show", async ({
  page: doctor,
  clinic,
  logIn,
  newVisitor,
  faults,
}) => {
  const desk = await newVisitor();
  await logIn(desk, demoAccounts.admin);
  await logIn(doctor, demoAccounts.doctor);
  const { user } = (await callAs(doctor, clinic, { method: 'GET', path: '/session' })) as { user: { uid: string } };
  const today = isoDay(0);
  // The doctor has worked for ten minutes: the first appointment has begun.
  const clock = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
    });
  const path = `/doctors/${user.uid}/hours`;
  const { weekly } = (await callAs(doctor, clinic, { method: 'GET', path })) as {
    weekly: { treatmentId?: string }[];
  };
  const treatmentId = weekly[0]?.treatmentId;
  const exceptions = [{ date: today, from: clock(-10), to: clock(120), ...(treatmentId && { treatmentId }) }];
  await callAs(doctor, clinic, { method: 'PUT', path, data: { weekly, exceptions, bookings: 'keep' } });
  // The test runs at any time of the day.
  const clinicHours = await callAs(desk, clinic, { method: 'GET', path: '/clinic/hours' });
  const openClinic = (hours: unknown) =>
    callAs(desk, clinic, { method: 'PUT', path: '/clinic/hours', data: { weekly: hours, bookings: 'keep' } });
  await openClinic([]);
  await bookAs(desk, clinic, { iso: today, name: 'Nora Absent' });
  await bookAs(desk, clinic, { iso: today, name: 'Arno Early' });

  await desk.clock.install();
  await desk.goto('/dashboard/agenda');
  await expect(desk.getByText('Running late? Choose the doctor to notify the patients.')).toBeVisible();
  await desk.goto(`/dashboard/agenda?doctor=${user.uid}`);
  const seen = desk.getByRole('grid');
  await expect(seen.getByRole('button', { name: /Arno Early/ })).toContainText('New');

  await doctor.goto('/dashboard');
  const card = doctor.getByRole('region', { name: 'Your next patient' });
  await expect(card).toContainText('Nora Absent');
  // Otherwise the space bar, which scrolls, would mark the patient as arrived.
  await expect(card.locator(':focus')).toHaveCount(0);
  // The name opens the appointment in the agenda, for the notes.
  await card.getByRole('link', { name: 'Nora Absent' }).click();
  await expect(doctor.getByRole('dialog', { name: 'Nora Absent' }).getByLabel('New note')).toBeVisible();
  await doctor.keyboard.press('Escape');
  await doctor
    .getByRole('grid')
    .getByRole('button', { name: /Arno Early/ })
    .click();
  const panel = doctor.getByRole('dialog', { name: 'Arno Early' });
  // Pasted, with a space in front.
  await panel.getByLabel('New note').fill(' Bring the X-ray.\nNothing to eat before.');
  await doctor.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await doctor
    .getByRole('grid')
    .getByRole('button', { name: /Arno Early/ })
    .click();
  await expect(panel.getByLabel('New note')).toHaveValue(' Bring the X-ray.\nNothing to eat before.');
  // The first answer is lost.
  faults.expectFailed('no answer', /\/notes$/);
  await routeOnce(doctor, '**/notes', loseAnswer, 'POST');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Bring the X-ray.' })).toBeVisible();
  await doctor.route('**/notes/*', (route) => route.fulfill({ status: 500, body: '{}' }));
  faults.expectFailed(500, /\/notes\//);
  const strikeOut = panel.getByRole('button', { name: 'Strike out: Bring the X-ray.' });
  await strikeOut.click();
  await expect(panel.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect(strikeOut).not.toHaveAttribute('aria-busy');
  await doctor.unroute('**/notes/*');
  await expect(panel.getByLabel('New note')).toHaveValue('');
  // Until the agenda behind shows the change, the next button would not do anything.
  const agenda = lateRequest();
  await doctor.route('**/api/agenda?*', agenda.sendLate);
  await panel.getByRole('button', { name: 'Arrived', exact: true }).click();
  const withDoctor = panel.getByRole('button', { name: 'With the doctor' });
  await expect(withDoctor).toBeFocused();
  // A button that takes the place of another one does nothing for a second.
  await doctor.waitForTimeout(1100);
  await expect(withDoctor).toBeDisabled();
  agenda.send();
  await expect(withDoctor).toBeEnabled();
  await expect(seen.getByRole('button', { name: /Arno Early/ })).toContainText('Arrived');

  // The dialog for the next appointment begins with tomorrow. Choose a day a week later. The focus returns to the button.
  const follow = panel.getByRole('button', { name: 'Book the next appointment' });
  await follow.click();
  const next = doctor.getByRole('dialog', { name: 'The next appointment' });
  const times = next.getByRole('button', { name: /^\d\d:\d\d [AP]M - / });
  const chosenDay = next.getByRole('gridcell', { selected: true }).getByRole('button');
  await chosenDay.focus();
  await doctor.keyboard.press('ArrowDown');
  await doctor.keyboard.press('Enter');
  await expect(next.getByRole('heading', { name: `Free times on ${mediumDateFromIso(isoDay(8))}` })).toBeVisible();
  await times.last().click();
  const question = doctor.getByRole('dialog', { name: 'Book this appointment?' });
  await expect(question.getByRole('button', { name: 'Book appointment' })).toBeFocused();
  await expectAccessible(doctor);
  // Until the answer arrives, nobody can choose another time and book twice.
  const booking = lateRequest();
  await routeOnce(doctor, '**/next', booking.sendLate);
  await doctor.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Back' })).toBeDisabled();
  booking.send();
  await expect(doctor.getByText(/^Booked for Arno Early: /)).toBeVisible();
  await expect(follow).toBeFocused();
  const others = panel.getByRole('listitem').filter({ hasText: mediumDateFromIso(isoDay(8)) });
  await expect(others).toHaveCount(1);
  await doctor.keyboard.press('Escape');

  // The button that shows more disappears, and the first row that it has shown gets the focus.
  await doctor.route('**/others', async (route) => {
    const response = await route.fetch();
    const [other] = (await response.json()) as object[];
    await route.fulfill({ response, json: Array.from({ length: 7 }, (_, at) => ({ ...other, _id: `other ${at}` })) });
  });
  await doctor
    .getByRole('grid')
    .getByRole('button', { name: /Arno Early/ })
    .click();
  await panel.getByRole('button', { name: 'Show 2 more' }).press('Enter');
  await expect(others).toHaveCount(7);
  await expect(others.nth(5).getByRole('button')).toBeFocused();
  await doctor.keyboard.press('Escape');

  await doctor.goto('/dashboard');
  await expect(card).toContainText('Arno Early');
  await card.getByRole('button', { name: 'With the doctor' }).click();
  const now = doctor.getByRole('region', { name: 'With you now' });
  const done = now.getByRole('button', { name: 'Done' });
  // The next button takes the place of the pressed one, and is enabled a second later.
  await done.click();
  await expect(card).toContainText('Nora Absent');
  await card.getByLabel('Running late today').selectOption('20 minutes late');
  await card.getByRole('button', { name: 'Notify patients' }).click();
  await expect(desk.getByRole('columnheader', { name: /20 minutes late/ })).toBeVisible();

  await card.getByRole('button', { name: 'No-show' }).click();
  await expect(card).not.toContainText('Nora Absent');
  await expect(seen.getByRole('button', { name: /Nora Absent/ })).toContainText('No-show');
  const message = doctor.getByRole('group').filter({ hasText: 'Nora Absent: No-show.' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toContainText('Nora Absent');
  await card.getByRole('button', { name: 'No-show' }).click();
  await expect(card).not.toContainText('Nora Absent');

  faults.expectFailed('no answer', everythingOfClinic);
  const note = desk.getByText(/^No connection to the clinic since .* This page may be out of date\.$/);
  await expect(note).toHaveCount(0);
  await desk.context().setOffline(true);
  // The page reports a lost connection only after some seconds.
  await desk.clock.runFor(10_000);
  await expect(note).toBeVisible();
  await desk.context().setOffline(false);
  await expect(note).toHaveCount(0);
  await openClinic(clinicHours['weekly']);
});

test('the front desk books, moves and blocks in the agenda, with the keyboard and with the mouse', async ({
  page,
  clinic,
  logIn,
  faults,
}) => {
  // The appointment in the time to block.
  faults.expectFailed(409, '/api/agenda/blocks');
  faults.expectFailed('no answer', '/api/agenda/blocks');
  await logIn(page, demoAccounts.admin);
  // The demo's people book nothing so far ahead.
  const day = isoDay(100);
  const first = await bookAs(page, clinic, { iso: day, name: 'Frida First' });
  await page.goto(`/dashboard/agenda?day=${day}`);
  const grid = page.getByRole('grid');
  const maya = grid.getByRole('columnheader', { name: /Maya Lindqvist/ });
  await expect(maya).toContainText('1 appointment');
  // Two skip links lead from the top of the page to the table.
  for (const skip of ['Skip to content', 'Skip to the appointments']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(skip);
    await page.keyboard.press('Enter');
  }
  await expect(grid.locator('[data-minute]:focus')).toHaveCount(1);
  await page.keyboard.press('Control+End');
  await expect(grid.locator('[data-minute]:focus')).not.toHaveAttribute('data-column', '0');
  await page.getByLabel('Doctor', { exact: true }).selectOption('Dr. Maya Lindqvist');
  await expect(grid.getByRole('columnheader')).toHaveCount(2);

  // One stop for Tab, the arrow keys for the rest.
  const booked = grid.getByRole('button', { name: /Frida First/ });
  await booked.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const free = grid.locator(':focus');
  await expect(free).toContainText('free');
  const at = (await free.innerText()).slice(0, 8);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Book for a patient' })).toBeVisible();
  await expect(page.getByText(`, ${at} - `)).toContainText('with Dr. Maya Lindqvist');
  await page.goBack();

  // Dragged to the slot after it. The first answer is lost.
  await expect(booked).toBeVisible();
  await booked.dragTo(grid.getByRole('button', { name: /free$/ }).nth(1));
  const question = page.getByRole('dialog', { name: 'Move Frida First?' });
  faults.expectFailed('no answer', /\/move$/);
  await routeOnce(page, '**/move', loseAnswer, 'POST');
  const moving = page.waitForRequest('**/move');
  await question.getByRole('button', { name: 'Move appointment' }).click();
  await expect(question.getByRole('alert')).toContainText('We could not reach the server.');
  await question.getByRole('button', { name: 'Move appointment' }).click();
  await expect(question).toBeHidden();
  await expect(booked).not.toContainText(first.slice(0, 8));

  // Pressed, and released above the table before it was dragged.
  const { x, y } = (await booked.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 20, 5);
  await page.mouse.up();
  await page.mouse.move(x + 20, y + 60, { steps: 3 });
  await expect(grid.locator('[data-dragged]')).toHaveCount(0);

  // Somebody else moves it while the question is open.
  await booked.dragTo(grid.getByRole('button', { name: /free$/ }).nth(2));
  await expect(question).not.toContainText('in the meantime');
  const path = new URL((await moving).url()).pathname.replace('/api', '');
  const data = { appointmentDate: mediumDateFromIso(day), slot: first };
  await callAs(page, clinic, { method: 'POST', path, data });
  await expect(question.getByRole('alert')).toContainText('This appointment has changed in the meantime.');
  await question.getByRole('button', { name: 'Leave it' }).click();
  await expect(booked).toContainText(first.slice(0, 8));

  await page.getByRole('button', { name: 'Block time' }).click();
  const block = page.getByRole('dialog', { name: 'Block time' });
  await block.getByLabel('From').fill('09:00');
  const to = block.getByLabel('To', { exact: true });
  await to.fill('08:00');
  await to.press('Enter');
  await expect(block.getByRole('group', { name: 'Please check these fields' })).toBeFocused();
  await expect(block.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/);
  // A change in a field ends its own error only.
  await block.getByLabel('Reason').fill('An emergency');
  await expect(block.getByLabel('Reason')).not.toHaveAccessibleDescription(/Please give a reason/);
  await expect(to).toHaveAccessibleDescription(/must be after the start/);
  await to.fill('12:00');
  await expect(to).not.toHaveAccessibleDescription(/must be after the start/);
  await block.getByRole('button', { name: 'Block time' }).click();
  await block.getByRole('button', { name: 'Cancel and block' }).click();
  await expect(block.getByRole('alert')).toContainText('Choose each one to cancel it');
  await block.getByLabel(/^Cancel .*Frida First/).check();
  await expect(block.getByRole('alert')).toBeEmpty();
  // Without a reason, or if the answer is lost, what is to be cancelled stays in sight.
  await block.getByRole('button', { name: 'Cancel and block' }).click();
  const reason = block.getByLabel('Reason for the patients');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/Please give a reason/);
  await reason.fill('Dr. Lindqvist is needed elsewhere.');
  await expect(reason).not.toHaveAccessibleDescription(/Please give a reason/);
  await routeOnce(page, '**/api/agenda/blocks', (route) => route.abort());
  await block.getByRole('button', { name: 'Cancel and block' }).click();
  await expect(block.getByRole('alert')).not.toBeEmpty();
  await expect(block.getByLabel(/^Cancel .*Frida First/)).toBeChecked();
  await block.getByRole('button', { name: 'Cancel and block' }).click();
  await expect(block).toBeHidden();
  await expect(booked).toHaveCount(0);

  await grid.getByRole('button', { name: /An emergency/ }).focus();
  await page.keyboard.press('Enter');
  const blocked = page.getByRole('dialog', { name: 'An emergency' });
  await blocked.getByRole('button', { name: 'Unblock time' }).click();
  await expect(grid.getByRole('button', { name: /An emergency/ })).toHaveCount(0);
  // On what is now at its place.
  await expect(grid.locator('[data-minute]:focus')).toBeVisible();

  // The doctor is ill. Who is booked stays, and is marked.
  await bookAs(page, clinic, { iso: day, name: 'Stella Stays' });
  const stays = grid.getByRole('button', { name: /Stella Stays/ });
  await expect(stays).toBeVisible();
  await page.getByRole('button', { name: 'Doctor away', exact: true }).click();
  const away = page.getByRole('dialog', { name: 'Dr. Maya Lindqvist is away' });
  await away.getByLabel('Reason').fill('Ill today');
  await away.getByRole('radio', { name: 'Keep it' }).check();
  await away.getByRole('button', { name: 'Mark as away' }).click();
  await expect(away).toBeHidden();
  await expect(stays).toContainText('Doctor away');
  await expect(grid.getByRole('button', { name: /free$/ })).toHaveCount(0);
  await grid.getByRole('button', { name: 'Away: Ill today' }).press('Enter');
  await page.getByRole('button', { name: 'Open this time again' }).click();
  await expect(stays).not.toContainText('Doctor away');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Typed text is not lost by Esc or by a press outside.
  const discard = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.getByRole('button', { name: 'Block time' }).click();
  await block.getByLabel('Reason').fill('A long day');
  await page.keyboard.press('Escape');
  await discard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(discard).toBeHidden();
  await expect(block.getByLabel('Reason')).toHaveValue('A long day');
  await expect(block.getByLabel('Reason')).toBeFocused();
  // Esc opens and closes the question. If Esc is pressed several times, the browser closes a dialog by itself.
  for (let times = 0; times < 3; times += 1) {
    await page.keyboard.press('Escape');
    await expect(discard.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(discard).toBeHidden();
    await expect(block.getByLabel('Reason')).toHaveValue('A long day');
  }
  await page.mouse.click(5, 5);
  await expect(discard.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await discard.getByRole('button', { name: 'Discard' }).click();
  await expect(block).toBeHidden();
  await expect(page.getByRole('button', { name: 'Block time' })).toBeFocused();

  // The answer of a save arrives while the question is open.
  await page.getByRole('button', { name: 'Block time' }).click();
  await block.getByLabel('From').fill('20:00');
  await block.getByLabel('To', { exact: true }).fill('20:30');
  await block.getByLabel('Reason').fill('A long day');
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/agenda/blocks', sendLate);
  await block.getByRole('button', { name: 'Block time' }).click();
  await page.keyboard.press('Escape');
  await expect(discard.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  send();
  await expect(block).toBeHidden();
  await expect(discard).toBeHidden();
  await expect(page.getByRole('button', { name: 'Block time' })).toBeFocused();

  // At midnight the page goes on to the next day, and an open dialog stays as it is.
  await hideServerClock(page);
  await page.clock.install();
  await page.goto('/dashboard/agenda');
  const shownDay = page.getByRole('main').locator('h2').first();
  const today = await shownDay.innerText();
  await page.getByRole('button', { name: 'Block time' }).click();
  await block.getByLabel('Reason').fill('A long day');
  await page.clock.fastForward('24:00:00');
  await expect(shownDay).not.toHaveText(today);
  await expect(block.getByLabel('Reason')).toHaveValue('A long day');
});

test('the week opens at the column of today, also on a Sunday', async ({ page, logIn }) => {
  await logIn(page, demoAccounts.doctor);
  const daysToSunday = (7 - new Date(`${isoDay(0)}T12:00:00Z`).getUTCDay()) % 7;
  await hideServerClock(page);
  await page.clock.setFixedTime(Date.now() + daysToSunday * 86_400_000);
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto('/dashboard/agenda?view=week');
  await expect(page.getByRole('columnheader', { name: /^Sun/ })).toBeInViewport({ ratio: 0.9 });

  // Scrolled, the frame stays there in the week after, and after Back.
  const left = () => page.locator('.agenda-scroller').evaluate(({ scrollLeft }) => scrollLeft);
  await page.locator('.agenda-scroller').evaluate((frame) => frame.scrollTo({ left: 45 }));
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('columnheader', { name: /^Sun/ })).not.toHaveAttribute('data-today');
  await expect.poll(left).toBe(45);
  await page.getByRole('link', { name: 'Feed' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Feed' })).toBeVisible();
  await page.goBack();
  await expect.poll(left).toBe(45);
  await page.getByRole('button', { name: 'Today' }).click();

  // On a phone, the days of the week are below each other.
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole('button', { name: /^Skip to Sun/ }).press('Enter');
  const sunday = page.getByRole('heading', { name: /^Sun/ });
  await expect(sunday).toBeInViewport();
  await expect(sunday).toBeFocused();
});

test("on a phone a doctor's first appointment is in sight, and the filters and actions unfold", async ({
  page,
  clinic,
  logIn,
}) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await logIn(page, demoAccounts.admin);
  const day = isoDay(101);
  await bookAs(page, clinic, { iso: day, name: 'Pablo Phone' });
  await page.goto(`/dashboard/agenda?day=${day}`);
  const folded = page.getByText('Filters and actions');
  await folded.press('Enter');
  await page.getByLabel('Doctor', { exact: true }).selectOption('Dr. Maya Lindqvist');
  await expect(folded).toHaveText('Filters and actions (1 filter set)');
  const block = page.getByRole('button', { name: 'Block time' });
  await block.press('Enter');
  await page.getByRole('dialog').press('Escape');
  await expect(block).toBeFocused();

  await page.reload();
  await expect(page.getByRole('button', { name: /Pablo Phone/ })).toBeInViewport({ ratio: 1 });
  await expect(block).toBeHidden();
});
