import type { Locator, Page } from '@playwright/test';
import { demoAccounts, expect, test } from '../fixtures.ts';

const summary = (page: Page): Locator => page.getByRole('group', { name: 'Please check these fields' });
const linkTo = (page: Page, field: string): Locator => summary(page).getByRole('link', { name: field });
const send = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

test('empty login and sign-up forms focus a summary with links to the fields, a single error its field', async ({
  page,
  faults,
}) => {
  faults.expectFailed(401, '/api/auth/sign-in/');
  await page.goto('/login');
  await send(page, 'Login');
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveText(['Email', 'Password']);
  await expect(linkTo(page, 'Password')).toHaveAccessibleDescription('Password is required');

  const password = page.getByLabel('Password', { exact: true });
  await linkTo(page, 'Password').click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Password is required');
  expect(new URL(page.url()).hash).toBe('');
  await password.fill('Openhours1!');
  await expect(linkTo(page, 'Password corrected')).toBeVisible();
  await expect(page.getByText('Password is required')).toHaveCount(0);

  await password.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(summary(page)).toHaveCount(0);

  await test.step('a refusal is focused if the button was pressed, and leaves the focus in a field', async () => {
    await page.getByLabel('Email').fill(demoAccounts.patient.email);
    await password.fill('Not-mine1!');
    await send(page, 'Login');
    const refusal = page.locator('form').getByRole('alert').locator('p');
    await expect(refusal).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused();
    await password.press('Enter');
    await expect(refusal).toBeVisible();
    await expect(password).toBeFocused();
  });

  await page.goto('/signup');
  await send(page, 'Sign Up');
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveText(['Name', 'Email', 'Password']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
});

test('a closed message restores the focus, however it was closed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/design');
  const origin = page.getByRole('button', { name: 'Show a success' });
  const close = page.getByRole('button', { name: 'Close message' });
  const message = page.getByRole('group').filter({ has: close });

  const open = async (): Promise<void> => {
    await origin.focus();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(1);
  };
  for (const key of ['Escape', 'Enter', 'Space']) {
    await test.step(`${key} on its button`, async () => {
      await open();
      await close.focus();
      await page.keyboard.press(key);
      await expect(close).toHaveCount(0);
      await expect(origin).toBeFocused();
    });
  }
  await test.step('Enter on its button, reached through the message itself', async () => {
    await open();
    await message.focus();
    await page.keyboard.press('Tab');
    await expect(close).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(close).toHaveCount(0);
    await expect(origin).toBeFocused();
  });
  await test.step('timeout, after a click into it', async () => {
    await open();
    await message.click({ position: { x: 60, y: 20 } });
    await page.mouse.move(0, 700);
    await page.clock.runFor(10_000);
    await expect(close).toHaveCount(0);
    await expect(origin).toBeFocused();
  });
  await test.step('focuses the heading if the previous element was removed', async () => {
    await open();
    await close.focus();
    await origin.evaluate((button) => button.setAttribute('hidden', ''));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('messages are above an open dialog, do not cover its title, and do not move it when they go', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto('/design');
  await page.getByRole('button', { name: 'Show a failure' }).click();
  await page.getByRole('button', { name: 'Show a success' }).click();
  const messages = page.getByRole('region', { name: 'Messages of this page' });
  // Under the pointer, no message closes by itself.
  await messages.getByText('Booking confirmed').hover();
  await page.getByRole('button', { name: 'Open a form' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const room = async () => {
    const [title, above] = await Promise.all([dialog.getByRole('heading').boundingBox(), messages.boundingBox()]);
    return title && above && title.y - above.y - above.height;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 520 });
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await expect(dialog.getByText('Booking confirmed')).toBeVisible();
  await expect(dialog.getByText('Nothing was saved.')).toBeVisible();

  // Somebody may be about to press something in the dialog when a message goes.
  const panel = dialog.getByRole('heading');
  const before = await panel.boundingBox();
  for (const text of ['Booking confirmed', 'Nothing was saved.']) {
    const message = messages.getByRole('group').filter({ hasText: text });
    await message.getByRole('button', { name: 'Close message' }).click();
    await expect(message).toHaveCount(0);
  }
  expect(await panel.boundingBox()).toEqual(before);
});
