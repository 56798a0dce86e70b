import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { book } from '../book.ts';
import { openFirst } from '../day-list.ts';
import { demoAccounts, expect, newPerson, test } from '../fixtures.ts';

test('until their address is confirmed, patient and staff read that no emails are sent about the appointment', async ({
  page,
  clinic,
  signUp,
  logIn,
  confirmEmail,
  newVisitor,
}) => {
  const person = await signUp(page, newPerson({ name: 'Una Rivers' }));
  await page.goto('/appointment');
  await openFirst(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  const card = page.getByRole('region', { name: 'Appointment booked' });
  const promise = 'Confirm your email address to get emails about this appointment.';
  await expect(card).toContainText(promise);
  await card.getByRole('button', { name: 'Send the link again' }).click();
  await expect(card.getByRole('status')).toHaveText(`${promise} We have sent the link again to ${person.email}.`);
  await card.getByRole('link', { name: 'View appointment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your appointment');
  await expect(page.getByRole('main')).toContainText(promise);

  const phone = '+1 202 555 0143';
  const { id, date } = await book(page, clinic, { ...person, phone }, 'Maya Lindqvist');
  const doctor = await newVisitor();
  await logIn(doctor, demoAccounts.doctor);
  await doctor.goto(`/dashboard/agenda?day=${isoFromMediumDate(date)}`);
  const appointment = doctor.getByRole('grid').getByRole('button', { name: /Una Rivers/ });
  await appointment.click();
  const panel = doctor.getByRole('dialog', { name: 'Una Rivers' });
  const off = panel.getByText('Emails are off: the address is not confirmed.');
  await expect(off).toBeVisible();
  await expect(panel.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:+12025550143');
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(panel.getByLabel('Reason')).toHaveAccessibleDescription('The patient sees it only in their account.');
  await doctor.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await confirmEmail(person);
  await appointment.click();
  // The buttons below it move up when it disappears.
  await expect(panel.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(off).toBeHidden();
  await panel.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(panel.getByLabel('Reason')).toHaveAccessibleDescription('The patient sees it.');
  await page.goto(`/dashboard/myAppointment/${id}`);
  await expect(page.getByText('Links in your emails')).toBeVisible();
  await expect(page.getByText(promise)).toBeHidden();
});

test('if the clinic asks for it, nobody books before their address is confirmed, and the dialog sends the link again', async ({
  page,
  signUp,
  logIn,
  confirmEmail,
  newVisitor,
  faults,
}) => {
  const admin = await newVisitor();
  await logIn(admin, demoAccounts.admin);
  await admin.goto('/dashboard/clinicHours');
  const whoCanBook = admin.getByLabel('Who can book');
  const saveRules = async (choice: string) => {
    await whoCanBook.selectOption(choice);
    await admin.getByRole('button', { name: 'Save rules' }).click();
    await expect(admin.getByText('The rules are saved.').first()).toBeVisible();
  };
  await saveRules('People who have confirmed their email address');

  const person = await signUp(page, newPerson({ name: 'Una Rivers' }));
  faults.expectFailed(409, '/api/holds');
  faults.expectFailed(409, '/api/bookings');
  await page.goto('/appointment');
  await openFirst(page);
  const dialog = page.getByRole('dialog');
  const asks = dialog.getByText(
    `Please confirm your email address first: open the link that we sent to ${person.email}.`,
  );
  await expect(asks).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a reason for the visit' }).click();
  await dialog.getByLabel('Reason for the visit (optional)').fill('A sore shoulder');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Your email address is not confirmed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send the link again' }).click();
  await expect(asks).toContainText('We have sent the link again');

  await confirmEmail(person);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('region', { name: 'Appointment booked' })).toBeVisible();
  await saveRules('Everybody with an account');
});
