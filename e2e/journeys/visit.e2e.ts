import { book, readOptions } from '../book.ts';
import { callAs } from '../conversations.ts';
import { expect, test } from '../fixtures.ts';
import { routeOnce } from '../route-once.ts';

test('the link in the email works signed out: opening it changes nothing, then they will come, then they cancel', async ({
  page,
  signUp,
  confirmEmail,
  newVisitor,
  mail,
  clinic,
  faults,
}) => {
  const patient = await newVisitor();
  const account = await signUp(patient);
  await confirmEmail(account);
  const { id, treatment, date, slot } = await book(patient, clinic, account);
  const { text } = await mail.waitFor({ to: account.email, subject: /^Your appointment on/ });

  const { pathname, hash } = new URL(/http\S+\/visit#\S+/.exec(text)?.[0] ?? '');
  await page.clock.install();
  await page.goto(pathname + hash);
  await expect(page.getByText(slot)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'I will come' }).click();
  await expect(page.getByText('The clinic knows that you will come.')).toBeVisible();
  // Back closes a dialog, and the page stays.
  await page.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  // An appointment that was moved meanwhile is not cancelled.
  const options = await readOptions(page, clinic, date);
  const moved =
    options
      .filter(({ name }) => name === treatment)
      .flatMap(({ slots }) => slots)
      // Another doctor may have the booked slot free.
      .findLast((free) => free !== slot) ?? '';
  const data = { appointmentDate: date, slot: moved };
  await callAs(patient, clinic, { method: 'POST', path: `/bookings/${id}/move`, data });
  const dialog = page.getByRole('dialog');
  faults.expectFailed(409, '/api/visit/cancel');
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.locator('dd').filter({ hasText: moved })).toBeVisible();
  await expect(dialog).toContainText(`on ${date}, ${slot}`);
  await expect(dialog.getByRole('alert')).toContainText(`It is now on ${date}, ${moved}.`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The open page follows a change.
  await callAs(patient, clinic, { method: 'POST', path: `/bookings/${id}/move`, data: { ...data, slot } });
  await page.clock.runFor(60_000);
  await expect(page.locator('dd').filter({ hasText: slot })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByText('This appointment is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // The link ends with the appointment, also on an open page.
  faults.expectFailed(404, '/api/visit');
  const body = { code: 'NOT_FOUND', status: 404, defined: true, message: 'Not found' };
  await routeOnce(page, '**/api/visit', (route) => route.fulfill({ status: 404, json: body }), 'POST');
  await page.clock.runFor(60_000);
  await expect(page.getByText('This link no longer works')).toBeVisible();
});
