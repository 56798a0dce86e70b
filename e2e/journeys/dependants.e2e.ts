import { openBooking } from '../book.ts';
import { expect, test } from '../fixtures.ts';
import { lateRequest, loseAnswer, routeOnce } from '../route-once.ts';

test('a patient adds a child in the booking dialog, others in the profile, and books for the child', async ({
  page,
  signUp,
  faults,
}) => {
  await signUp(page);
  await page.goto('/appointment');
  await openBooking(page);
  await page.getByRole('button', { name: 'Book for somebody you look after' }).press('Enter');
  const card = page.getByRole('region', { name: 'People you look after' });
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog.getByText('Name is Required')).toBeVisible();
  await dialog.getByLabel('Full name').fill('Mia Minor');
  await dialog.getByLabel('Date of birth').fill('2018-05-04');
  await dialog.getByLabel('Relation to you').selectOption('Child');
  await dialog.getByLabel('Full name').press('Enter');
  const chosen = page.getByLabel('Who is it for?');
  await expect(chosen).toBeFocused();
  await expect(chosen.getByRole('option', { selected: true })).toHaveText('Mia Minor');
  await page.goto('/dashboard/profile');
  await expect(card.getByRole('listitem')).toContainText('Child · born May 4, 2018');

  await card.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Full name').fill('Added twice');
  await dialog.getByLabel('Date of birth').fill('2018-05-04');
  await dialog.getByLabel('Relation to you').selectOption('Child');
  // The first answer is lost.
  faults.expectFailed('no answer', '/api/me/dependants');
  await routeOnce(page, '**/api/me/dependants', loseAnswer, 'POST');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  // A form that is being sent cannot be sent again.
  const { sendLate, send } = lateRequest();
  let sent = 0;
  await page.route('**/api/me/dependants', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    sent += 1;
    return await sendLate(route);
  });
  await dialog.getByLabel('Full name').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  await dialog.getByLabel('Full name').press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).dispatchEvent('click');
  send();
  await card.getByRole('button', { name: 'Remove Added twice' }).click();
  expect(sent).toBe(1);
  await page.getByRole('dialog', { name: 'Remove Added twice?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(card.getByRole('heading')).toBeFocused();

  // The list of dependants cannot be loaded at first.
  faults.expectFailed(400, '/api/me/dependants');
  let isFailing = true;
  await page.route('**/api/me/dependants', (route) =>
    isFailing ? route.fulfill({ status: 400, body: '{}' }) : route.fallback(),
  );
  await page.goto('/appointment');
  await openBooking(page);
  const booking = page.getByRole('dialog');
  // The page may also repeat the request by itself. Then the button is disabled.
  const again = booking.getByRole('button', { name: 'Try again', disabled: false });
  await expect(again).toBeVisible();
  isFailing = false;
  await again.dispatchEvent('click');
  const who = booking.getByLabel('Who is it for?');
  await who.selectOption('Mia Minor');
  await booking.getByRole('button', { name: 'Add a reason for the visit' }).click();
  await booking.getByLabel('Reason for the visit').fill('A cough');
  // She was removed meanwhile: nobody must get her appointment.
  await page.route('**/api/me/dependants', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(booking.getByText('You no longer look after the person whom you chose.')).toBeVisible();
  await expect(booking.getByLabel('Name')).toHaveValue('');
  await booking.getByRole('button', { name: 'Submit' }).click();
  await expect(who).toBeFocused();
  await page.unroute('**/api/me/dependants');
  await page.reload();
  await expect(who.getByRole('option', { selected: true })).toHaveText('Mia Minor');
  await expect(booking.getByLabel('Reason for the visit')).toHaveValue('A cough');
  await expect(booking.getByLabel('Name')).toHaveValue('Mia Minor');
  await booking.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('region', { name: 'Appointment booked' })).toContainText('For Mia Minor');
  await page.goto('/dashboard/myAppointment');
  await page.getByRole('row').filter({ hasText: 'Mia Minor' }).getByRole('button', { name: 'Card' }).click();
  await expect(page.getByText('For Mia Minor.')).toBeVisible();

  // She has an appointment to come.
  faults.expectFailed(409, '/api/me/dependants/');
  await page.goto('/dashboard/profile');
  await card.getByRole('button', { name: 'Remove Mia Minor' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Mia Minor?' });
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(removal.getByText('This person has an appointment to come. Please cancel it first.')).toBeVisible();
});
