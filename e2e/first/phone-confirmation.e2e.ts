import { callAs } from '../conversations.ts';
import { expect, test } from '../fixtures.ts';

test('a patient confirms a phone number with the code on the telephone', async ({
  page,
  clinic,
  signUp,
  confirmEmail,
  newVisitor,
  faults,
}) => {
  await confirmEmail(await signUp(page));
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Phone number' });
  faults.expectFailed(409, '/api/phone-confirmation/confirm');
  await card.getByLabel('Phone number').fill('+49 1511 2345679');
  await card.getByLabel('Phone number').press('Enter');
  await expect(card.getByRole('status')).toContainText('+49 1511 2345679 is not confirmed.');
  // The number is corrected in another window.
  await callAs(page, clinic, { method: 'PUT', path: '/me/phone', data: { phone: '+49 1511 2345678' } });
  await card.getByRole('button', { name: 'Send a code' }).press('Enter');
  await expect(card.getByRole('status')).toContainText('We have sent a code to +49 1511 2345678.');
  await expect(card.getByRole('status')).toContainText('If you replied STOP');

  const telephone = await newVisitor();
  const message = telephone.getByRole('region', { name: '+4915112345678' }).getByRole('listitem').last();
  // It may still be on its way, and the page does not reload by itself.
  await expect(async () => {
    await telephone.goto(`${clinic.sandboxUrl}/twilio`);
    await expect(message).toContainText('is your code for Openhours', { timeout: 200 });
  }).toPass();
  const code = /\d{6}/.exec(await message.innerText())?.[0] ?? '';

  await card.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await card.getByRole('button', { name: 'Confirm number' }).click();
  await expect(card.getByText('That is not the code. Please check it.')).toBeVisible();
  await card.getByLabel('Code', { exact: true }).fill(code);
  await card.getByLabel('Code', { exact: true }).press('Enter');
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send a code' })).toBeHidden();
  // None is sent until it is chosen.
  await expect(card).not.toContainText('Confirm your number');
  await card.getByRole('link', { name: 'Choose below which text messages you want' }).click();
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByRole('heading')).toBeFocused();
  await expect(notifications.getByRole('checkbox', { name: /Text message$/ }).first()).not.toBeChecked();
});
