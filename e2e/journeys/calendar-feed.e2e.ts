import { expect, test } from '../fixtures.ts';

test('a person creates a calendar feed, gives it a new address, and removes it', async ({ page, signUp }) => {
  await signUp(page);
  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Calendar feed' });
  const create = card.getByRole('button', { name: 'Create calendar feed' });
  await create.click();
  const address = card.getByLabel('Your private address');
  const first = await address.inputValue();
  const dialog = page.getByRole('dialog');
  await card.getByRole('button', { name: 'New address' }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Get a new address' }).click();
  await expect(dialog).toBeHidden();
  await expect(address).not.toHaveValue(first);
  await card.getByRole('button', { name: 'Remove feed' }).click();
  await dialog.getByRole('button', { name: 'Remove feed' }).click();
  // The button that opened the dialog is gone.
  await expect(create).toBeFocused();
});
