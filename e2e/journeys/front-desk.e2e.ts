import { readFile } from 'node:fs/promises';
import type { Booking } from '@openhours/contract/booking.ts';
import type { Page } from '@playwright/test';
import { readDays, readOptions } from '../book.ts';
import type { Clinic } from '../clinic.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, expect, expectAccessible, newPerson, test } from '../fixtures.ts';
import { lateRequest, loseAnswer, routeOnce } from '../route-once.ts';

test('an admin invites a person to the front desk, who books for a patient and takes cash, by mistake at first', async ({
  page,
  clinic,
  confirmEmail,
  faults,
  logIn,
  mail,
  newVisitor,
  signUp,
}) => {
  const { email } = newPerson();
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/invitations');
  await page.getByLabel('Name').fill('Frida Desk');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Front desk');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`We have sent an invitation to ${email}.`)).toBeVisible();

  // On a computer at which somebody else is signed in.
  const desk = await newVisitor();
  await signUp(desk);
  const { text } = await mail.waitFor({ to: email, subject: /invited/ });
  await desk.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(desk.getByText('You are invited to work at the clinic as a member of the front desk.')).toBeVisible();
  await desk.getByLabel('Password', { exact: true }).fill('Correct1!');
  await desk.getByRole('button', { name: 'Accept and sign in' }).click();
  const menu = desk.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'All Appointments' })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    'My Appointments',
    'Agenda',
    'All Appointments',
    'Waiting List',
    'Takings',
    'Profile',
  ]);

  const atHome = await newVisitor();
  const patient = await signUp(atHome);
  await confirmEmail(patient);
  const days = await readDays(desk, clinic);
  // Not today, because its slots may begin during the test.
  const { date = '', iso = '' } = days.slice(1).find(({ spaces }) => spaces > 0) ?? {};
  const option = (await readOptions(desk, clinic, date)).find(({ price, slots }) => price > 0 && slots.length > 1);
  const slot = option?.slots.at(-1) ?? '';

  await desk.getByRole('main').getByRole('link', { name: 'Book for a patient' }).click();
  await expect(desk.getByRole('searchbox', { name: /^Find a patient/ })).toBeFocused();
  await desk.getByLabel('Find a patient by name, email, phone or date of birth').fill(patient.email);
  await desk.getByRole('button', { name: patient.email }).click();
  const form = desk.getByRole('form', { name: 'Appointment' });
  await form.getByLabel('Phone').fill('+49 30 901850');
  await form.getByLabel('Day').fill(iso);
  await form.getByLabel('Treatment').selectOption(option?._id ?? '');
  await form.getByLabel('Slot').selectOption(slot);
  await expect(form.getByText(/^Held for you until /)).toBeVisible();
  await form.getByRole('button', { name: 'Book appointment' }).click();
  const booked = desk.getByRole('region', { name: 'Appointment booked' });
  await expect(booked).toBeFocused();
  const reference = await booked.getByText(/^[A-Z0-9]{6}$/).innerText();
  expect((await mail.waitFor({ to: patient.email, subject: /^Your appointment on/ })).text).toContain(reference);

  await booked.getByRole('link', { name: 'View this day' }).click();
  const row = desk.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText(patient.name);
  await expect(row).toContainText(`$${option?.price} to pay`);

  await atHome.goto('/dashboard/myAppointment');
  const own = atHome.getByRole('row').filter({ hasText: option?.name ?? '' });
  await expect(own).toContainText(slot);
  await expect(
    own
      .getByRole('button')
      .or(own.getByRole('link', { name: /^Pay/ }))
      .first(),
  ).toBeVisible();

  // What the dialog shows is not the price any more when the payment is recorded.
  const price = option?.price ?? 0;
  let more = 10;
  await desk.route('**/payments/booking/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), price: price + more } });
  });
  faults.expectFailed(409, /\/appointments\/.*\/payments$/);
  await row.getByRole('button', { name: 'Take payment' }).click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText(`$${price + 10}.00`)).toBeVisible();
  more = 20;
  const [booking] = (await (
    await atHome.request.get(`${clinic.url}/api/bookings?email=${encodeURIComponent(patient.email)}`)
  ).json()) as { _id: string }[];
  const to = { appointmentDate: date, slot: option?.slots.at(0) };
  await callAs(atHome, clinic, { method: 'POST', path: `/bookings/${booking?._id}/move`, data: to });
  await expect(dialog.getByText(`$${price + 20}.00`)).toBeVisible();
  more = 0;
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByText('Please choose how it was paid.')).toBeVisible();
  await expectAccessible(desk);
  await dialog.getByLabel('Paid', { exact: true }).selectOption('Cash');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByText('That is not the price of this appointment.')).toBeVisible();
  await expect(dialog.getByText(`$${price}.00`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const receipt = dialog.getByRole('link', { name: /^Receipt R-/ });
  await expect(receipt).toBeVisible();
  // The button that was pressed is gone.
  await expect(dialog.getByRole('button', { name: 'Correct …' })).toBeFocused();
  await expect(dialog.getByText(/in cash at the clinic on .*, taken by Frida Desk$/)).toBeVisible();

  // The patient's page shows it without a reload.
  await expect(own).toContainText('Paid');
  await atHome.goto((await receipt.getAttribute('href')) ?? '');
  await expect(atHome.getByRole('article', { name: /^Receipt/ })).toContainText('In cash at the clinic');

  await dialog.getByRole('button', { name: 'Correct …' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('The wrong patient');
  // The first answer is lost.
  faults.expectFailed('no answer', /^\/api\/payments\/.*\/correction$/);
  await routeOnce(desk, '**/api/payments/*/correction', loseAnswer);
  await dialog.getByRole('button', { name: 'Correct the payment' }).click();
  await expect(dialog.getByText('We could not reach the server.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Correct the payment' }).click();
  await expect(dialog.getByText('Corrected', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Paid')).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(row).toContainText(`$${option?.price} to pay`);
  await expect(atHome.getByRole('article', { name: /^Receipt/ })).toContainText(
    'This payment was recorded by mistake.',
  );

  await desk.getByRole('checkbox', { name: 'No-show' }).check();
  await expect(desk).toHaveURL(/state=no-show/);
  await expect(row).toHaveCount(0);
  await desk.getByRole('checkbox', { name: 'Booked' }).check();
  await expect(row).toBeVisible();
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toMatch(new RegExp(`^\uFEFFReference,.*\r\n(.*\r\n)*${reference},`));

  await menu.getByRole('link', { name: 'Takings' }).click();
  const entries = desk.getByRole('table', { name: 'Entries' }).getByRole('row').filter({ hasText: reference });
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText('Correction');

  await page.goto(`/dashboard/audit?on=${encodeURIComponent(patient.email)}`);
  const changes = page.getByRole('table').getByRole('row').filter({ hasText: reference });
  await expect(changes).toHaveText([/Corrected a payment/, /Took a payment.*\(cash\)/, /Booked for a patient/]);
  await expect(changes.first()).toContainText('Frida Desk');
});

test('the front desk takes a call from somebody without an email address, books a series, takes a walk-in, and fills a waiting list', async ({
  page,
  clinic,
  logIn,
  faults,
}) => {
  await logIn(page, demoAccounts.admin);
  const [day, later] = (await readDays(page, clinic)).slice(1).filter(({ spaces }) => spaces > 0);
  const options = await readOptions(page, clinic, day?.date ?? '');
  const { _id: option = '', slots: [slot = ''] = [] } = options.find(({ slots }) => slots.length > 0) ?? {};
  // From a free time of the agenda.
  await page.goto(`/dashboard/bookings/new?${new URLSearchParams({ day: day?.iso ?? '', option, slot })}`);
  await page.getByRole('button', { name: 'New patient' }).click();
  const form = page.getByRole('form', { name: 'Appointment' });
  await form.getByLabel('Name').fill('Tessa Telephone');
  await form.getByLabel('Date of birth').fill('2950-03-31');
  const treatment = form.getByLabel('Treatment');
  const free = treatment.locator('option', { hasText: / free$/ }).first();
  await expect(treatment).toHaveValue(option);
  const chosen = await treatment.locator('option:checked').innerText();
  const what = chosen.replace(/: \d+ free$/, '').replace(', Dr. ', ' with Dr. ');
  await form.getByLabel('Repeat').selectOption('Every 12 weeks');
  await form.getByLabel('How often').selectOption('2 appointments');
  await form.getByRole('button', { name: 'Check the dates' }).click();
  await expect(form.getByText('Enter a phone number or an email address.')).toBeVisible();
  await expect(form.getByText('The date of birth lies in the future.')).toBeVisible();
  await form.getByLabel('Date of birth').fill('1950-03-31');
  await form.getByLabel('Phone').fill('+49 30 901820');
  // The dates are for what was sent, even if another treatment is chosen before the answer arrives.
  const dates = lateRequest();
  await routeOnce(page, '**/api/appointments/series/preview', dates.sendLate);
  await form.getByRole('button', { name: 'Check the dates' }).click();
  const last = treatment.locator('option').last();
  await treatment.selectOption(await last.getAttribute('value'));
  dates.send();
  await expect(page.getByRole('heading', { name: /dates (are free|can be booked)/ })).toBeFocused();
  await expect(page.getByText(new RegExp(`^Tessa Telephone: ${what}, .*[AP]M, every 12 weeks$`))).toBeVisible();
  await expect(page.getByText('A name and a phone number are enough.')).toBeHidden();
  await page.getByRole('button', { name: /^Book \d appointments?$/ }).click();
  const booked = page.getByRole('region', { name: /booked$/ });
  await expect(booked).toBeFocused();
  await expect(booked).toContainText('Emails are off: the patient has no email address.');

  // She calls again: found by her number. Her details are saved late, when somebody else is chosen.
  const search = page.getByLabel('Find a patient by name, email, phone or date of birth');
  const change = page.getByRole('button', { name: /^Change details or / });
  const chooseAnother = page.getByRole('button', { name: 'Choose another patient' });
  const dialog = page.getByRole('dialog', { name: 'Patient details' });
  await booked.getByRole('button', { name: 'Book another' }).click();
  await search.fill('30 901820');
  await expect(page.getByText('1 found')).toBeVisible();
  // Nobody else was found.
  await search.press('Enter');
  await expect(form.getByLabel('Slot').locator('option').nth(1)).toBeAttached();
  await expect(form.getByText('is no longer free')).toBeHidden();
  await change.click();
  const { sendLate, send } = lateRequest();
  await routeOnce(page, '**/api/patients/*', sendLate);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  await chooseAnother.click();
  await search.fill(demoAccounts.patient.email);
  await page.getByRole('button', { name: /Sam Rivera/ }).click();
  send();
  await expect(page.getByText('The details are saved.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(demoAccounts.patient.email);

  // Now she has an address.
  await chooseAnother.click();
  await search.fill('30 901820');
  await page.getByRole('button', { name: /Tessa Telephone/ }).click();
  await change.click();
  const { email } = newPerson();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Phone').fill('+49 30 901822');
  // The first answer is lost. By then the patient has an account with that address, but the same change is accepted.
  faults.expectFailed('no answer', /^\/api\/patients\//);
  await routeOnce(page, '**/api/patients/*', loseAnswer, 'PUT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('We could not reach the server.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText(email);
  await expect(form.getByLabel('Phone')).toHaveValue('+49 30 901822');

  // The address was mistyped. Nobody has confirmed it, so it can be corrected.
  await change.click();
  const { email: corrected } = newPerson();
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await dialog.getByLabel('Email').fill(corrected);
  const saving = page.waitForRequest('**/api/patients/*');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main')).toContainText(corrected);
  await expect(change).toBeFocused();

  // Two people change her number at once. The second one decides which number is kept.
  const [theirs, mine] = ['+49 30 901824', '+49 30 901825'];
  const path = new URL((await saving).url()).pathname.replace('/api', '');
  const saveTheirs = (phone: string) => callAs(page, clinic, { method: 'PUT', path, data: { phone } });
  await change.click();
  await saveTheirs(theirs);
  faults.expectFailed(409, /^\/api\/patients\//);
  await dialog.getByLabel('Phone').fill(mine);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Discard my changes and load theirs' }).click();
  await expect(change).toBeFocused();
  await expect(form.getByLabel('Phone')).toHaveValue(theirs);
  await change.click();
  await saveTheirs('');
  await dialog.getByLabel('Phone').fill(mine);
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 640 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Discard my changes and load theirs' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  await expectAccessible(page);
  // What is typed while the question is open counts, too.
  const retyped = '+49 30 901826';
  await dialog.getByLabel('Phone').fill(retyped);
  await dialog.getByRole('button', { name: 'Replace their changes with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(form.getByLabel('Phone')).toHaveValue(retyped);

  // She calls a third time, and is taken for somebody new.
  await page.goto(`/dashboard/bookings/new?day=${later?.iso}`);
  await page.getByRole('button', { name: 'New patient' }).click();
  await form.getByLabel('Name').fill('tessa telephone');
  await form.getByLabel('Date of birth').fill('1950-03-31');
  await form.getByLabel('Phone').fill('+49 30 901823');
  await treatment.selectOption(await free.getAttribute('value'));
  await form.getByLabel('Slot').selectOption({ index: 1 });
  faults.expectFailed(409, '/api/appointments');
  await form.getByRole('button', { name: 'Book appointment' }).click();
  const question = form.getByRole('region', { name: 'Is this the same patient?' });
  await expect(question.getByRole('heading')).toBeFocused();
  await expect(question).toContainText(corrected);
  await expect(question).toContainText('born Mar 31, 1950');
  await expectAccessible(page);
  // The answer arrives when another patient is looked for.
  const late = lateRequest();
  await routeOnce(page, '**/api/appointments', late.sendLate, 'POST');
  await question.getByRole('button', { name: 'Book for the existing patient' }).click();
  await chooseAnother.click();
  const leaving = page.getByRole('dialog', { name: 'Leave without booking?' });
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await search.fill('Tom Telephone');
  late.send();
  await expect(page.getByText('Booked for Tessa Telephone.', { exact: true })).toBeVisible();
  await expect(search).toHaveValue('Tom Telephone');

  // Somebody walks in. The button in the agenda leads here.
  await page.goto('/dashboard/bookings/new?from=agenda');
  const held = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/patients?*', async (route) => {
    await held.promise;
    await route.fulfill({ status: 400, json: { message: 'Not now.' } });
  });
  faults.expectFailed(400, '/api/patients');
  await page.getByLabel('Find a patient by name, email, phone or date of birth').fill('Wanda Walk');
  await expect(page.getByText('Searching…')).toBeVisible();
  const newPatient = page.getByRole('button', { name: 'New patient' });
  await expect(newPatient).toBeHidden();
  held.resolve();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(newPatient).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No results')).toBeVisible();
  await expect(page.getByText('Not now.')).toBeHidden();
  await newPatient.click();
  await expect(form.getByLabel('Name')).toHaveValue('Wanda Walk');
  await form.getByLabel('Phone').fill('+49 30 901821');
  for (const wayOut of [
    page.getByRole('button', { name: 'Choose another patient' }),
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Takings' }),
    // Before the session ends, not after it.
    page.getByRole('button', { name: 'Sign out' }),
  ]) {
    await wayOut.click();
    await leaving.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(leaving).toBeHidden();
    await expect(form.getByLabel('Phone')).toHaveValue('+49 30 901821');
  }
  await page.getByRole('button', { name: 'Choose another patient' }).click();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByLabel('Find a patient by name, email, phone or date of birth')).toBeFocused();
  await newPatient.click();
  await form.getByLabel('Name').fill('Wanda Walk');
  await form.getByLabel('Phone').fill('+49 30 901821');
  await treatment.selectOption(await free.getAttribute('value'));
  await form.getByLabel('Slot').selectOption({ index: 1 });
  await form.getByLabel('The patient is here now').check();
  // The answer is lost. The time is no longer free, because this booking has it: the same is sent again.
  faults.expectFailed('no answer', '/api/appointments');
  await routeOnce(page, '**/api/appointments', loseAnswer, 'POST');
  const timesAfter = page.waitForResponse('**/api/appointments/options?*');
  await form.getByRole('button', { name: 'Book appointment' }).click();
  await expect(form.getByText('We could not reach the server.')).toBeVisible();
  await (await timesAfter).finished();
  await form.getByRole('button', { name: 'Book appointment' }).click();
  await booked.getByRole('link', { name: 'Back to the agenda' }).click();
  const walkIn = page.getByRole('grid').getByRole('button', { name: /Wanda Walk/ });
  await expect(walkIn).toBeFocused();
  await expect(walkIn).toBeInViewport();
  await expect(walkIn).toContainText('Arrived');
  await walkIn.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo “Arrived”' }).click();
  await expect(page.getByText('Wanda Walk: Booked.')).toBeVisible();

  // The list of the day has the same button. The focus stays in the row.
  await page.goto('/dashboard/bookings');
  await page.getByRole('button', { name: 'From now' }).click();
  await expect(page).toHaveURL(/time=\d\d%3A\d\d/);
  const row = page.getByRole('row').filter({ hasText: 'Wanda Walk' });
  const arrived = row.getByRole('button', { name: 'Arrived: Wanda Walk' });
  await arrived.press('Enter');
  await expect(arrived).toBeHidden();
  await expect(row.locator(':focus')).toContainText('Arrived');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(arrived).toBeVisible();
  // With a filter the row goes, and the focus goes on to its neighbour.
  await page.goto('/dashboard/bookings?state=booked&to=2099-12-31');
  const next = await row.locator('+ tr').innerText();
  await arrived.press('Enter');
  await expect(row).toBeHidden();
  await expect(page.locator('tbody tr:focus')).toHaveText(next, { useInnerText: true });
  // So it does if the row goes while its panel is open, and the focus moves there.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await row.getByRole('button', { name: 'Wanda Walk', exact: true }).press('Enter');
  const opened = page.getByRole('dialog', { name: 'Wanda Walk' });
  await opened.getByRole('button', { name: 'Arrived' }).press('Enter');
  await expect(opened.getByRole('button', { name: 'Undo “Arrived”' })).toBeVisible();
  await expect(row).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody tr:focus')).toHaveText(next, { useInnerText: true });

  // She was entered twice. The admin deletes her while the form for her has input.
  await page.goto('/dashboard/bookings/new');
  await search.fill('Wanda Walk');
  await page.getByRole('button', { name: /^Wanda Walk/ }).click();
  await expect(form).toBeVisible();
  // Also the application does that, where a script cannot be loaded.
  await page.reload();
  await page.getByRole('button', { name: /^Wanda Walk/ }).click();
  await form.getByLabel('Phone').fill('+49 30 901820');
  await page.getByRole('button', { name: 'Delete patient' }).click();
  const deletion = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await expect(deletion).toContainText('The clinic keeps their past appointments under their name');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Wanda Walk is deleted.')).toBeVisible();
  await expect(search).toBeFocused();

  // A caller for whom nothing suits waits. She is called about a time that is free, and takes it.
  await page.goto('/dashboard/waitingList');
  await page.getByRole('button', { name: 'Add a patient' }).click();
  const waiting = page.getByRole('dialog', { name: 'Add to the waiting list' });
  await waiting.getByRole('button', { name: 'New patient' }).click();
  await expect(waiting.locator(':focus')).toHaveCount(1);
  await waiting.getByLabel('Name').fill('Wilma Waits');
  await waiting.getByLabel('Phone').fill('+49 30 901826');
  await waiting.getByLabel('Treatment').selectOption({ index: 1 });
  await waiting.getByRole('button', { name: 'Add to the waiting list' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Wilma Waits' });
  await entry.getByRole('button', { name: 'Hold it for them' }).click();
  await entry.getByRole('button', { name: 'Book for them' }).click();
  await expect(page.getByText('Booked for Wilma Waits.')).toBeVisible();
  await expect(entry).toHaveCount(0);
});

test('the front desk finds an appointment by phone number and by reference, moves it and cancels it', async ({
  page,
  clinic,
  logIn,
  faults,
}) => {
  await logIn(page, demoAccounts.admin);
  const [first, second] = (await readDays(page, clinic)).slice(1).filter(({ spaces }) => spaces > 0);
  const bookOn = async (date: string | undefined, whom: object) => {
    const options = await readOptions(page, clinic, date ?? '');
    const option = options.find(({ price, slots }) => price > 0 && slots.length > 1);
    const what = { appointmentDate: date, treatment: option?.name, optionId: option?._id, slot: option?.slots[0] };
    const data = { ...whom, ...what, phone: '+49 30 901829' };
    const answer = await callAs(page, clinic, { method: 'POST', path: '/appointments', data });
    return answer['appointment'] as Pick<Booking, '_id' | 'treatment' | 'reference' | 'slot' | 'price'> & {
      patientId: string;
    };
  };
  const { _id, patientId, treatment, reference, slot, price } = await bookOn(first?.date, {
    newPatient: { name: 'Petra Phone' },
  });
  const later = await bookOn(second?.date, { patientId });

  await page.goto('/dashboard/bookings');
  const search = page.getByLabel('Search by name, date of birth, phone, email or reference');
  await search.fill('(030) 90 18 29');
  const row = page.getByRole('row').filter({ hasText: reference });
  const name = row.getByRole('button', { name: 'Petra Phone', exact: true });
  const panel = page.getByRole('dialog', { name: 'Petra Phone' });
  await name.press('Enter');
  await expect(panel.getByText(reference)).toBeVisible();
  // Another appointment of the patient replaces the dialog, so one Escape closes it.
  await panel.getByRole('button', { name: second?.date ?? '' }).press('Enter');
  await expect(panel.getByText(later.reference)).toBeVisible();
  await expect(panel.locator(':focus')).toHaveCount(1);
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  const startToCancel = async () => {
    await panel.getByRole('button', { name: 'Cancel appointment' }).click();
    await panel.getByLabel('Reason').fill('She called.');
  };
  await test.step('another appointment is not opened before it asks about what was typed', async () => {
    const other = panel.getByRole('button', { name: first?.date ?? '' });
    await startToCancel();
    await other.click();
    await leaving.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(leaving).toBeHidden();
    await expect(panel.getByLabel('Reason')).toHaveValue('She called.');
    await other.press('Enter');
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await expect(panel.getByText(reference)).toBeVisible();
    await expect(panel.locator(':focus')).toHaveCount(1);
  });
  // Pressing Escape twice does not leave the page.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(name).toBeFocused();
  await expect(page).toHaveURL(/bookings\?search=[^&]*$/);

  // On a phone, Back closes it. The address opens it again.
  await page.setViewportSize({ width: 360, height: 700 });
  await name.click();
  await expect(panel.getByText(reference)).toBeVisible();
  await page.reload();
  await expect(panel.getByText(reference)).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(name).toBeVisible();
  await page.goto(address);
  await panel.getByRole('button', { name: 'Move' }).click();
  const move = page.getByRole('dialog', { name: 'Choose another time' });
  await expect(panel).toBeHidden();
  await expect(move.getByText(/ for Petra Phone, now on /)).toBeVisible();
  // Back, and a reload, keep the place.
  await page.goBack();
  await expect(panel.getByText(reference)).toBeVisible();
  await panel.getByRole('button', { name: 'Move' }).click();
  await page.reload();
  await expect(move).toBeVisible();
  for (const dialog of [move, panel]) {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await name.click();
  await panel.getByRole('button', { name: 'Move' }).click();
  // Not the same time of another day.
  await move
    .getByRole('button', { name: /^\d\d:\d\d [AP]M/ })
    .filter({ hasNotText: slot.slice(0, 8) })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Move the appointment here?' });
  await expect(question.getByText('Emails are off: the patient has no email address.')).toBeVisible();
  await question.getByRole('button', { name: 'Move appointment' }).click();
  // It returns to the appointment, with its new time, and from there to its row.
  await expect(panel.getByText(reference)).toBeVisible();
  await expect(panel.getByRole('definition').filter({ hasText: slot })).toHaveCount(0);
  await test.step('that she knows of the move is recorded, and taken back in between', async () => {
    const knows = panel.getByRole('button', { name: 'The patient knows' });
    await knows.press('Enter');
    await expect(panel.getByText(/^The patient knows of the change: /)).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await knows.press('Enter');
    await expect(knows).toHaveCount(0);
    await expect(panel.locator(':focus')).toHaveCount(1);
  });
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
  await expect(row).not.toContainText(slot);

  await page.setViewportSize({ width: 1280, height: 720 });
  await name.click();
  await panel.getByRole('link', { name: 'Book another appointment' }).click();
  await page.getByRole('heading', { level: 1, name: 'Book for a patient' }).waitFor();
  await page.getByRole('button', { name: /^Petra Phone/ }).click();
  await expect(page.getByRole('button', { name: 'Choose another patient' })).toBeVisible();
  await page.goto('/dashboard/bookings?day=2031-01-10&state=booked');
  await search.fill('901829');
  await page.getByRole('button', { name: 'Search from today' }).click();
  await expect(row).toBeVisible();
  const data = { method: 'cash', price };
  await name.click();
  await expect(panel.getByText(/, not paid$/)).toBeVisible();
  // What others do meanwhile shows in the open panel, and in the form that is open there.
  await startToCancel();
  await expect(panel.getByText('Petra Phone has paid nothing, so nothing is refunded.')).toBeVisible();
  await callAs(page, clinic, { method: 'POST', path: `/appointments/${_id}/payments`, data });
  await expect(panel.getByText(/, paid$/)).toBeVisible();
  await expect(panel.getByText(/^Give \$.* back to Petra Phone at the clinic/)).toBeVisible();
  await expect(panel.getByLabel('Reason')).toHaveValue('She called.');
  await expect(panel.getByLabel('Reason')).toBeFocused();
  await panel.getByRole('button', { name: 'Keep it' }).click();
  await test.step('Back asks before what was typed is lost', async () => {
    await startToCancel();
    await page.goBack();
    await leaving.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(leaving).toBeHidden();
    await expect(panel.getByLabel('Reason')).toHaveValue('She called.');
    await page.goBack();
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(({ searchParams }) => !searchParams.has('appointment'));
    await expect(name).toBeFocused();
  });
  await test.step('Esc asks once', async () => {
    await name.click();
    await startToCancel();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(panel).toBeHidden();
    await expect(name).toBeFocused();
    await expect(leaving).toBeHidden();
    await name.click();
  });
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await panel.getByRole('button', { name: 'Keep it' }).click();
  await expect(panel.getByRole('button', { name: 'Cancel appointment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(panel.getByLabel('Reason')).toBeFocused();
  await panel.getByLabel('Reason').fill('She called.');
  // An appointment that was moved meanwhile is not cancelled.
  const options = await readOptions(page, clinic, first?.date ?? '');
  // Another doctor may be free at the time that the appointment has now.
  const present = (await panel.getByRole('definition').allTextContents()).join(' ');
  const moved =
    options
      .filter(({ name }) => name === treatment)
      .flatMap(({ slots }) => slots)
      .findLast((slot) => !present.includes(slot)) ?? '';
  const to = { appointmentDate: first?.date, slot: moved };
  await callAs(page, clinic, { method: 'POST', path: `/bookings/${_id}/move`, data: to });
  await expect(panel.getByRole('definition').filter({ hasText: moved })).toBeVisible();
  faults.expectFailed(409, `/api/bookings/${_id}/cancel`);
  await page.keyboard.press('Enter');
  await expect(panel.getByText('This appointment has changed in the meantime.')).toBeVisible();
  await panel.getByRole('button', { name: 'Keep it' }).click();
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await panel.getByRole('button', { name: 'At the patient’s request' }).press('Enter');
  await expect(panel.getByLabel('Reason')).toHaveValue('At the patient’s request');
  await panel.getByLabel('Reason').press('Enter');
  await expect(panel.getByText(/^The appointment is cancelled\./)).toBeVisible();
  await expect(panel.getByRole('status').filter({ hasText: /^The appointment is cancelled\./ })).toBeFocused();
  // The list no longer shows it, but the dialog does.
  await expect(row).toHaveCount(0);
  await expect(panel.getByText('Cancelled: At the patient’s request')).toBeVisible();
  await expect(panel.getByRole('status')).toContainText(
    'back to the patient at the clinic, and record it under Payment.',
  );
  await panel.getByRole('button', { name: 'Payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Payment' });
  await payment.getByRole('button', { name: /^Refund \$/ }).click();
  await payment.getByRole('button', { name: 'Yes, record it' }).click();
  await expect(payment.getByRole('button', { name: /^Refund \$/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel.getByText('Cancelled: At the patient’s request')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Payment' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const laterRow = page.getByRole('row').filter({ hasText: later.reference });
  // The answer to a cancellation is lost, and the form does not yet know what would be refunded.
  await routeOnce(page, `**/api/bookings/${later._id}/cancellation`, () => undefined);
  await laterRow.getByRole('button', { name: 'Petra Phone', exact: true }).click();
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await panel.getByLabel('Reason').fill('She called.');
  faults.expectFailed('no answer', `/api/bookings/${later._id}/cancel`);
  await routeOnce(page, `**/api/bookings/${later._id}/cancel`, loseAnswer);
  await page.keyboard.press('Enter');
  const lost = 'The appointment is cancelled. The patient gets no email.';
  await expect(panel.getByRole('status').filter({ hasText: lost })).toBeFocused();
  await page.keyboard.press('Escape');

  // The reference finds it whatever the other filters say.
  await page.goto('/dashboard/bookings?day=2031-01-10&state=booked');
  await search.fill(`${reference.slice(0, 3)} ${reference.slice(3)}`.toLowerCase());
  await expect(page.getByRole('heading', { name: /on any day, in any state$/ })).toBeVisible();
  await expect(page.getByText('The other filters do not apply to a reference.')).toBeVisible();
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/);
  await expect(row).toContainText('Cancelled');
  // Opened before the typed search is in the URL.
  await name.evaluate((button: HTMLElement) => {
    const field = document.querySelector<HTMLInputElement>('main [type=search]');
    field?.focus();
    field?.setRangeText('zz');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    button.focus();
    button.click();
  });
  await expect(page).toHaveURL(/search=[^&]*zz[^&]*&appointment=/);
  await expect(panel.getByText('Cancelled: At the patient’s request')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue(/zz/);

  // Two choices before the page shows the first one.
  await page.getByLabel('Treatment').getByRole('option').nth(1).waitFor({ state: 'attached' });
  await page.getByLabel('Doctor').getByRole('option').nth(1).waitFor({ state: 'attached' });
  await page.evaluate(() => {
    for (const select of document.querySelectorAll<HTMLSelectElement>('main select')) {
      select.selectedIndex = 1;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await expect(page).toHaveURL(/doctor=.*&treatment=/);

  // Emails to staff contain this link. The agenda does not list cancelled appointments.
  await page.goto(`/dashboard/agenda?appointment=${_id}`);
  await expect(panel.getByText('Cancelled: At the patient’s request')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/agenda$/);

  const unknown = '01890000-0000-7000-8000-000000000000';
  faults.expectFailed(404, `/api/bookings/${unknown}`);
  await page.goto(`/dashboard/agenda?appointment=${unknown}`);
  await expect(page.getByRole('dialog').getByText(/^This appointment does not exist/)).toBeVisible();
  // The filter is a doctor who is no longer listed.
  await page.goto(`/dashboard/bookings?doctor=${unknown}`);
  await expect(page.getByLabel('Doctor').locator('option:checked')).toHaveText('No longer listed');
});

test('days are typed into the fields of the agenda, the appointments, the statistics and a booking', async ({
  page,
  logIn,
}) => {
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/agenda?day=2026-01-10');
  const day = page.getByLabel('Day', { exact: true });
  await day.focus();
  await page.keyboard.type('12152026');
  await expect(page).toHaveURL(/day=2026-12-15/);
  await expect(day).toHaveValue('2026-12-15');
  // The year is erased, and no other typed.
  await page.keyboard.press('Backspace');
  await day.blur();
  await expect(day).toHaveValue('2026-12-15');
  // Two presses before the page shows the first day.
  await page.getByRole('button', { name: 'Next day' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    button.click();
  });
  await expect(page).toHaveURL(/day=2026-12-17/);

  await page.goto('/dashboard/bookings?day=2026-01-10');
  const last = page.getByLabel('Until (optional)');
  await last.focus();
  await page.keyboard.type('01312026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/to=2026-01-31/);
  await last.fill('');
  await expect(page).not.toHaveURL(/to=/);

  await page.goto('/dashboard/statistics?from=2026-02-10&to=2026-02-20');
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('12312026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-02-10&to=2026-12-31/);
  // Two days are picked before the page shows the first one.
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('main input[type=date]')) {
      field.stepUp();
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(page).toHaveURL(/from=2026-02-11&to=2027-01-01/);

  // While the month '01' is typed, its first digit alone is not a valid month.
  await page.goto('/dashboard/bookings/new');
  await page.getByRole('button', { name: 'New patient' }).click();
  await day.focus();
  await page.keyboard.type('01052099');
  await day.blur();
  await expect(day).toHaveValue('2099-01-05');
});

test('the front desk cancels an appointment with the later ones of its series', async ({ page, clinic, logIn }) => {
  await logIn(page, demoAccounts.admin);
  const series = await bookSeries(page, clinic);
  await page.goto(`/dashboard/bookings?appointment=${series[1]?._id}`);
  const panel = page.getByRole('dialog', { name: 'Serena Series' });
  // The field stays where it is when the rest has loaded: somebody may be typing.
  const latePreview = lateRequest();
  await routeOnce(page, '**/cancellation', latePreview.sendLate);
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  const reason = panel.getByLabel('Reason');
  await reason.fill('She is well');
  // From its heading: the choice may be scrolled into view.
  const heading = panel.getByRole('heading', { name: 'Cancel the appointment' });
  const place = async () => ((await reason.boundingBox())?.y ?? 0) - ((await heading.boundingBox())?.y ?? 0);
  const placeBefore = await place();
  latePreview.send();
  await panel.getByRole('radio', { name: 'This and the later one of the series' }).check();
  await expect(panel.getByRole('list', { name: 'Appointments to cancel' }).getByRole('listitem')).toHaveText(
    series.slice(1).map(({ appointmentDate, slot }) => new RegExp(`^${appointmentDate}, ${slot}`)),
  );
  await expect(panel.getByText('Serena Series has paid nothing, so nothing is refunded.')).toBeVisible();
  expect(await place()).toBe(placeBefore);
  await reason.fill('She is well again.');
  await panel.getByRole('button', { name: 'Cancel 2 appointments' }).click();
  await expect(panel.getByRole('status').filter({ hasText: '2 appointments are cancelled.' })).toBeFocused();
  for (const [at, state] of ['booked', 'cancelled', 'cancelled'].entries()) {
    expect(await callAs(page, clinic, { method: 'GET', path: `/bookings/${series[at]?._id}` })).toMatchObject({
      state,
    });
  }
});

/** Books three appointments, a week apart, for somebody new: at the first time that is free in all three weeks. */
async function bookSeries(page: Page, clinic: Clinic): Promise<Booking[]> {
  const newPatient = { name: 'Serena Series' };
  const rest = { newPatient, phone: '+49 30 901840', evenIfKnown: true, everyWeeks: 1, times: 3 };
  const days = await readDays(page, clinic);
  for (const { date: appointmentDate } of days.slice(1).filter(({ spaces }) => spaces > 0)) {
    for (const { _id: optionId, name: treatment, slots } of await readOptions(page, clinic, appointmentDate)) {
      const data = { appointmentDate, treatment, optionId, slot: slots.at(-1) ?? '-', ...rest };
      const { dates } = await callAs(page, clinic, { method: 'POST', path: '/appointments/series/preview', data });
      if ((dates as { clash?: string }[]).some(({ clash }) => clash !== undefined)) continue;
      const booked = await callAs(page, clinic, { method: 'POST', path: '/appointments/series', data });
      return booked['appointments'] as Booking[];
    }
  }
  throw new Error('No time is free in three weeks.');
}
