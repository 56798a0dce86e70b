import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

const someEmail = () => `robin.${randomUUID().slice(0, 8)}@example.org`;
const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

/** Enters an account at the provider. */
async function chooseAccount(chooser: Page, { name = 'Robin Ashgrove', email = someEmail(), verified = 'true' } = {}) {
  await chooser.getByText('Another account').click();
  await chooser.getByLabel('Name').fill(name);
  await chooser.getByLabel('Email').fill(email);
  await chooser.getByLabel('confirmed').selectOption(verified);
  await chooser.getByRole('button', { name: 'Continue', exact: true }).click();
}

async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await googleButton(page).click();
  const popup = await opening;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

/** Expects that the button is enabled and not busy. */
async function expectNothingLoading(page: Page) {
  await expect(googleButton(page)).toBeEnabled();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Simulates a browser that blocks windows. */
const blockWindows = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null;
  });

test('signs in through the window, and opens the requested page', async ({ page }) => {
  await page.goto('/dashboard/myAppointment');
  await expect(page).toHaveURL(/\/login\?next=/);
  const popup = await openWindow(page);
  await expect(googleButton(page)).toHaveAttribute('aria-busy', 'true');

  const closed = popup.waitForEvent('close');
  const [name, email] = ['Robin Ashgrove', someEmail()];
  await chooseAccount(popup, { name, email });
  await closed;
  await expect(page).toHaveURL(/\/dashboard\/myAppointment$/);

  await page.goto('/dashboard');
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.locator(`img[src*="/openid/pictures/"]`).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/);
});

test('the window sends only "done" and no token', async ({ page }) => {
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    addEventListener('message', (event) => messages.push(event.data));
    new BroadcastChannel('openhours-sign-in').addEventListener('message', (event) => messages.push(event.data));
  });
  await page.goto('/login');
  // Keeps the login page open long enough to read its messages.
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/jwt?*', async (route) => {
    await asked.promise;
    await route.continue();
  });
  const popup = await openWindow(page);
  const answers: string[] = [];
  popup.on('response', (response) => answers.push(response.url()));
  const closed = popup.waitForEvent('close');
  await chooseAccount(popup);
  await closed;
  await page.waitForFunction(() => (Reflect.get(window, 'messages') as unknown[]).length > 0);
  const messages: Record<string, unknown>[] = await page.evaluate(() => Reflect.get(window, 'messages'));
  for (const message of messages) expect(message).toEqual({ attempt: expect.any(String), isNewcomer: true });
  expect(answers.filter((url) => /oauth-done/.test(url)).join(' ')).not.toMatch(/token|code=/);
  asked.resolve();
  await expect(page).toHaveURL(/\/$/);
});

test('opens an account from the sign-up page, ends on the home page, and greets only a newcomer', async ({
  page,
  newVisitor,
}) => {
  const email = someEmail();
  const greeting = 'Welcome to Openhours, Robin Ashgrove! Your account is ready.';
  await page.goto('/signup');
  await chooseAccount(await openWindow(page), { email });
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText(greeting)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' }).first()).toBeAttached();

  const later = await newVisitor();
  await later.goto('/login');
  await chooseAccount(await openWindow(later), { email });
  await expect(later).toHaveURL(/:\d+\/$/);
  await expect(later.getByRole('button', { name: 'Sign out' }).first()).toBeAttached();
  expect(await later.evaluate(() => sessionStorage.getItem('notice'))).toBeNull();
  await expect(later.getByText(greeting)).toHaveCount(0);
});

test('an account without a password can set one, and is closed by entering the email address', async ({
  page,
  mail,
  faults,
}) => {
  faults.expectFailed(409, '/api/me/delete');
  await page.goto('/signup');
  const email = someEmail();
  await chooseAccount(await openWindow(page), { email });
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/dashboard/profile');
  const password = page.getByRole('region', { name: 'Password', exact: true });
  await password.getByRole('button', { name: 'Send link' }).click();
  await expect(password.getByRole('status')).toContainText(`We have sent a link to ${email}.`);
  await expect(password.getByLabel('Current password')).toHaveCount(0);
  expect((await mail.waitFor({ to: email, subject: /^Reset your/ })).text).toContain('/reset-password#');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  const proof = dialog.getByLabel('Your email address, to confirm');
  await proof.fill('somebody@example.org');
  await confirm.click();
  await expect(proof).toHaveAccessibleDescription(/Please type your email address to confirm\.$/);
  await proof.fill(email);
  await confirm.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('uses the full page if windows are blocked: Back and a cancellation lead to the form, an account to the requested page', async ({
  page,
}) => {
  await blockWindows(page);
  await page.goto('/login?next=%2Fdashboard%3Ftab%3D1');
  await googleButton(page).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.goBack();
  await expectNothingLoading(page);

  await googleButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status')).toContainText('You cancelled the Google sign-in');
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%3Ftab%3D1$/);
  await expectNothingLoading(page);
  await page.reload();
  await expect(page.getByText('You cancelled the Google sign-in')).toHaveCount(0);

  await googleButton(page).click();
  await chooseAccount(page);
  await expect(page).toHaveURL(/\/dashboard\?tab=1$/);
  await expect(page.getByText('Robin Ashgrove').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/);
});

test('a refusal and a closed window have a message below the form, with another attempt possible', async ({
  page,
  faults,
}) => {
  faults.expectFailed(503, '/api/auth/sign-in/social');
  const signIn = '**/api/auth/sign-in/social';
  await page.context().route(signIn, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ message: 'Google cannot be reached right now.' }),
    }),
  );
  await page.goto('/login');
  await googleButton(page).click();
  await expect(page.getByText('Google cannot be reached right now.')).toBeVisible();
  await expectNothingLoading(page);
  await page.context().unroute(signIn);

  await page.getByLabel('Email').fill('typed@example.org');
  const popup = await openWindow(page);
  await popup.close();
  await expect(page.getByText('The Google window was closed before you were signed in.')).toBeVisible();
  await expectNothingLoading(page);
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.org');

  await chooseAccount(await openWindow(page));
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('recognises a finished window that has no opener any more', async ({ page }) => {
  await page.goto('/login');
  const popup = await openWindow(page);
  // Like a provider whose policy separates the window from its opener.
  await popup.evaluate(() => {
    window.opener = null;
  });
  await popup.context().addInitScript(() => {
    window.opener = null;
  });
  await chooseAccount(popup);
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the pages of the window and the account chooser are accessible', async ({ page }) => {
  await page.route('**/api/auth/sign-in/social', () => undefined);
  await page.goto('/oauth-popup?attempt=1');
  await expect(page.getByText('Taking you to Google')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/oauth-done?attempt=1');
  // Released only now, because it would have opened the provider's page.
  await page.unroute('**/api/auth/sign-in/social');
  await expect(page.getByText('You are signed in. You can close this window.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/login');
  const popup = await openWindow(page);
  await popup.getByText('Another account').click();
  await expectAccessible(popup);
  await expectNoSidewaysScroll(popup, [320, 480, 1280]);
});
