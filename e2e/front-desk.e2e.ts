import { demoAccounts, expect, expectAccessible, newPerson, test } from './fixtures.ts';

type Option = { _id: string; name: string; price: number; slots: string[] };

test('an admin invites a person to the front desk, who books for a patient and takes cash, by mistake at first', async ({
  page,
  clinic,
  logIn,
  mail,
  newVisitor,
  signUp,
}) => {
  const { email, password } = newPerson();
  await logIn(page, demoAccounts.admin);
  await page.goto('/dashboard/invitations');
  await page.getByLabel('Name').fill('Frida Desk');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Front desk');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`We have sent an invitation to ${email}.`)).toBeVisible();

  const desk = await newVisitor();
  const { text } = await mail.waitFor({ to: email, subject: /invited/ });
  await desk.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(desk.getByText('You are invited to work at the clinic as a member of the front desk.')).toBeVisible();
  await desk.getByLabel('Password', { exact: true }).fill(password);
  await desk.getByRole('button', { name: 'Accept and sign in' }).click();
  await desk.getByRole('link', { name: 'Go to your dashboard' }).click();
  const menu = desk.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: 'All Appointments' })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText([
    'Overview',
    'My Appointments',
    'All Appointments',
    'Takings',
    'Profile',
  ]);

  const atHome = await newVisitor();
  const patient = await signUp(atHome);
  const { request } = desk.context();
  const days = (await (await request.get(`${clinic.url}/api/v2/appointmentDays`)).json()) as {
    date: string;
    spaces: number;
  }[];
  // Not today, because its slots may begin during the test.
  const { date } = days.slice(1).find(({ spaces }) => spaces > 0) ?? { date: '' };
  const answer = await request.get(`${clinic.url}/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`);
  const option = ((await answer.json()) as Option[]).find(({ price, slots }) => price > 0 && slots.length > 0);
  const slot = option?.slots.at(-1) ?? '';

  await desk.getByRole('main').getByRole('link', { name: 'Book for a patient' }).click();
  await desk.getByLabel('Find a patient by name or email').fill(patient.email);
  await desk.getByRole('button', { name: patient.email }).click();
  const form = desk.getByRole('form', { name: 'Appointment' });
  await form.getByLabel('Phone').fill('+49 30 901820');
  await form.getByLabel('Day').fill(new Date(`${date} UTC`).toISOString().slice(0, 10));
  await form.getByLabel('Treatment').selectOption(option?._id ?? '');
  await form.getByLabel('Slot').selectOption(slot);
  await form.getByRole('button', { name: 'Book appointment' }).click();
  const booked = desk.getByRole('region', { name: 'Appointment booked' });
  await expect(booked).toBeFocused();
  const reference = await booked.getByText(/^[A-Z0-9]{6}$/).innerText();
  expect((await mail.waitFor({ to: patient.email, subject: /^Your appointment on/ })).text).toContain(reference);

  await booked.getByRole('link', { name: 'See the day' }).click();
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

  await row.getByRole('button', { name: 'Take payment' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByText('Please choose how it was paid.')).toBeVisible();
  await expectAccessible(desk);
  await dialog.getByLabel('Paid', { exact: true }).selectOption('Cash');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const receipt = dialog.getByRole('link', { name: /^Receipt R-/ });
  await expect(receipt).toBeVisible();
  await expect(dialog.getByText(/in cash at the clinic on .*, taken by Frida Desk$/)).toBeVisible();

  // The patient's page shows it without a reload.
  await expect(own).toContainText('Paid');
  await atHome.goto((await receipt.getAttribute('href')) ?? '');
  await expect(atHome.getByRole('article', { name: /^Receipt/ })).toContainText('In cash at the clinic');

  await dialog.getByRole('button', { name: 'Correct …' }).click();
  await dialog.getByLabel('Reason').fill('The wrong patient');
  await dialog.getByRole('button', { name: 'Correct the payment' }).click();
  await expect(dialog.getByText('Corrected', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Record payment' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(row).toContainText(`$${option?.price} to pay`);
  await expect(atHome.getByRole('article', { name: /^Receipt/ })).toContainText(
    'This payment was recorded by mistake.',
  );

  await menu.getByRole('link', { name: 'Takings' }).click();
  const entries = desk.getByRole('table', { name: 'Entries' }).getByRole('row').filter({ hasText: reference });
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText('Correction');
});
