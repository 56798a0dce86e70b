import { expect, test } from '../fixtures.ts';

test('a signed-out visitor logs in and returns to the same page with its query; Back leads to the page before', async ({
  page,
  signUp,
  newVisitor,
}) => {
  const account = await signUp(await newVisitor());
  await page.goto('/');
  await page.goto('/appointment?day=none');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByRole('link', { name: 'Create an Account' }).click();
  await page.getByRole('link', { name: 'Login here' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await expect(show).toHaveAccessibleDescription('Password');
  await show.click();
  await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
  const login = page.getByRole('button', { name: 'Login' });
  await login.evaluate((button) =>
    addEventListener('pagehide', () => sessionStorage.setItem('busyAtLast', button.getAttribute('aria-busy') ?? '')),
  );
  await login.click();
  await expect(page).toHaveURL('/appointment?day=none');
  await expect(page.getByText('Pick a day')).toBeVisible();
  // It ignored presses until the page was there.
  expect(await page.evaluate(() => sessionStorage.getItem('busyAtLast'))).toBe('true');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('somebody who signed up confirms their address with the emailed link, and a click', async ({
  page,
  signUp,
  newVisitor,
  mail,
  faults,
}) => {
  const { email, password } = await signUp(page);
  await page.goto('/dashboard');
  const notice = page.getByRole('heading', { name: 'Confirm your email address' });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We have sent the link again to' })).toContainText(
    `${email}.`,
  );

  const { text } = await mail.waitFor({ to: email, subject: /^Confirm your email/ });
  const { pathname, hash } = new URL(/http\S+confirm-email\S+/.exec(text)?.[0] ?? '');
  // Another browser is not signed in to the account.
  faults.expectFailed(409, '/api/email-confirmation/confirm');
  const elsewhere = await newVisitor();
  await elsewhere.goto(pathname + hash);
  await elsewhere.getByRole('button', { name: 'Confirm' }).click();
  await expect(elsewhere.getByLabel('Password')).toBeFocused();
  await elsewhere.getByLabel('Password').fill('Wrong1!');
  await elsewhere.getByLabel('Password').press('Enter');
  await expect(elsewhere.getByText('That is not the password of this account.')).toBeVisible();
  await elsewhere.getByLabel('Password').fill(password);
  await elsewhere.getByLabel('Password').press('Enter');
  await expect(elsewhere.getByRole('heading', { name: 'Your address is confirmed' })).toBeFocused();

  await page.goto(pathname + hash);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeFocused();
  await expect(page.getByText('If you did not open this account')).toBeHidden();
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back');
  await expect(notice).toBeHidden();
});

test('a person who mistyped their address at the sign-up changes it in the profile', async ({
  page,
  signUp,
  mail,
  faults,
}) => {
  faults.expectFailed(409, '/api/email-confirmation/change');
  const { email, password } = await signUp(page);
  const correct = `correct-${email}`;
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Change the address' }).click();
  const card = page.getByRole('region', { name: 'Email address' });
  await card.getByLabel('New email address').fill(correct);
  await card.getByLabel('Your password').fill('Wrong1!');
  await card.getByRole('button', { name: 'Send link' }).click();
  await expect(card.getByText('That is not your password.')).toBeVisible();
  await card.getByLabel('Your password').fill(password);
  await card.getByLabel('Your password').press('Enter');
  await expect(card.getByRole('status')).toContainText(`Open the link that we sent to ${correct}.`);

  const { text } = await mail.waitFor({ to: correct, subject: /^Confirm your new email/ });
  const { pathname, hash } = new URL(/http\S+confirm-email\S+/.exec(text)?.[0] ?? '');
  await page.goto(pathname + hash);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`We send emails to ${correct} from now on.`)).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email', { exact: true }).first()).toHaveValue(correct);
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toBeHidden();
});

test('the emailed link resets a forgotten password once', async ({ page, signUp, newVisitor, mail, faults }) => {
  faults.expectFailed(400, '/api/auth/reset-password');
  const account = await signUp(await newVisitor());
  await page.goto('/login');
  await page.locator('form[novalidate]:not([data-awaits-script])').waitFor();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('link', { name: 'Forget Password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByRole('button', { name: /send|reset/i }).click();
  const message = await mail.waitFor({ to: account.email, subject: /^Reset your/ });
  const link = /http\S+reset-password\S+/.exec(message.text)?.[0] ?? '';
  const { pathname, hash } = new URL(link);

  const choose = async (password: string): Promise<void> => {
    // To open the same fragment again would not open the page again.
    await page.goto('about:blank');
    await page.goto(pathname + hash);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
  };
  await choose('Password1!');
  const refusal = page.getByRole('alert').filter({ hasText: 'one of those that people choose most often' });
  await expect(refusal).toBeVisible();
  await choose('Another2&');
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await choose('YetAnother3&');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('Another2&');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
});
