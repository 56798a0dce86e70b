import { book } from '../book.ts';
import { expect, test } from '../fixtures.ts';

test('the link in the email works signed out: opening it changes nothing, then they will come, then they cancel', async ({
  page,
  signUp,
  newVisitor,
  mail,
  clinic,
}) => {
  const patient = await newVisitor();
  const account = await signUp(patient);
  const confirmation = await mail.waitFor({ to: account.email, subject: /^Confirm your email/ });
  const confirm = new URL(/http\S+confirm-email\S+/.exec(confirmation.text)?.[0] ?? '');
  await patient.goto(confirm.pathname + confirm.search);
  await patient.getByRole('button', { name: 'Confirm' }).click();
  await expect(patient.getByRole('heading', { name: 'Your address is confirmed' })).toBeFocused();
  const { slot } = await book(patient, clinic, account);
  const { text } = await mail.waitFor({ to: account.email, subject: /^Your appointment on/ });

  const { pathname, search } = new URL(/http\S+\/visit\?\S+/.exec(text)?.[0] ?? '');
  await page.goto(pathname + search);
  await expect(page.getByText(slot)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'I will come' }).click();
  await expect(page.getByText('The clinic knows that you will come.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(page.getByText('This appointment is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move' })).toBeHidden();
});
