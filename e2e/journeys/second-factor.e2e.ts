import type { Page } from '@playwright/test';
import { totpCode } from '../../server/testing/totp.ts';
import { callAs } from '../conversations.ts';
import { demoAccounts, expect, newPerson, type Person, test } from '../fixtures.ts';
import { addAuthenticator, beginSetUp, confirmWithPassword } from '../second-factor.ts';

const accountName = (page: Page) => page.getByRole('heading', { level: 2, name: 'Amina Rahman' });

async function enterPassword(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.goto('/login?next=/dashboard/profile');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/dashboard/security');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
}

test('an authenticator app: set up, log in with a code and with a recovery code, turn off', async ({
  page,
  newVisitor,
  signUp,
  confirmEmail,
  mail,
  faults,
}) => {
  const person = await signUp(page, newPerson());
  await confirmEmail(person);
  await openSecurity(page);
  const uri = await beginSetUp(page);
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  faults.expectFailed(401, '/api/auth/two-factor/verify-totp');
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri, { steps: 9 }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'or cancel and begin again' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
  await mail.waitFor({ to: person.email, subject: 'An authenticator app was added to your account' });

  const other = await newVisitor();
  await enterPassword(other, person);
  await expect(other).toHaveURL(/\/login\/code\?/);
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await other.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri, { steps: 1 }));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/dashboard\/profile$/);
  await expect(accountName(other)).toBeVisible();

  const third = await newVisitor();
  await enterPassword(third, person);
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(third.getByLabel('Recovery code')).toBeFocused();
  faults.expectFailed(401, '/api/auth/two-factor/verify-backup-code');
  await third.getByLabel('Recovery code').fill('wrong-wrong');
  await third.getByRole('button', { name: 'Continue' }).click();
  await expect(third.getByRole('alert').filter({ hasText: 'This recovery code is wrong' })).toBeVisible();
  expect((await (await third.request.get('/api/session')).json()).user).toBeNull();
  await third.getByLabel('Recovery code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Continue' }).click();
  await expect(accountName(third)).toBeVisible();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmWithPassword(page, 'Turn off');
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Authenticator app', exact: true })).toBeFocused();
});

test('a passkey: add, log in with it alone, after the password, rename and remove', async ({
  page,
  signUp,
  confirmEmail,
  mail,
}) => {
  await addAuthenticator(page);
  const person = await signUp(page, newPerson());
  await confirmEmail(person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My phone');
  await confirmWithPassword(page, 'Continue');
  await expect(page.getByRole('button', { name: 'Rename My phone' })).toBeVisible();
  await mail.waitFor({ to: person.email, subject: 'A passkey was added to your account' });

  // The page is left first: without its session, it would go to the login page by itself while the test opens another.
  const signOut = async () => {
    await page.goto('about:blank');
    await page.context().clearCookies();
  };
  await signOut();
  await page.goto('/login?next=/dashboard/profile');
  await page.getByRole('link', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(accountName(page)).toBeVisible();

  await signOut();
  await enterPassword(page, person);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(accountName(page)).toBeVisible();

  await openSecurity(page);
  await page.getByRole('button', { name: 'Rename My phone' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Old phone' }).click();
  await confirmWithPassword(page, 'Remove');
  await expect(page.getByRole('button', { name: 'Remove Old phone' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await signOut();
  await enterPassword(page, person);
  await expect(accountName(page)).toBeVisible();
});

test('a device that does not check who uses it cannot be a passkey', async ({ page, signUp, confirmEmail, faults }) => {
  await addAuthenticator(page, { verifies: false });
  // A browser that does not do what the server asks it.
  await page.route('**/api/auth/passkey/generate-register-options', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.authenticatorSelection.userVerification = 'discouraged';
    await route.fulfill({ response: answer, json });
  });
  faults.expectFailed(400, '/api/auth/passkey/verify-registration');
  await confirmEmail(await signUp(page, newPerson()));
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmWithPassword(page, 'Continue');
  await expect(page.getByRole('dialog').getByText('This passkey did not check that it is you.')).toBeVisible();
});

test('Google sign-in also asks for the code', async ({ page, newVisitor }) => {
  const email = `robin.factor.${Date.now()}@example.org`;
  const chooseAccount = async (from: Page): Promise<void> => {
    const opening = from.waitForEvent('popup');
    await from.getByRole('button', { name: 'Continue with Google' }).click();
    const chooser = await opening;
    const closed = chooser.waitForEvent('close');
    await chooser.getByText('Another account').click();
    await chooser.getByLabel('Name').fill('Robin Ashgrove');
    await chooser.getByLabel('Email').fill(email);
    await chooser.getByLabel('confirmed').selectOption('true');
    await chooser.getByRole('button', { name: 'Continue', exact: true }).click();
    await closed;
  };
  await page.goto('/login?next=/dashboard/security');
  await chooseAccount(page);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const answered = page.waitForResponse('**/api/auth/two-factor/enable');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const uri = String((await (await answered).json()).totpURI);
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();

  const other = await newVisitor();
  await other.goto('/login?next=/dashboard/profile');
  await chooseAccount(other);
  await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await other.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri, { steps: 1 }));
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other).toHaveURL(/\/dashboard\/profile$/);
  await expect(other.getByRole('heading', { level: 2, name: 'Robin Ashgrove' })).toBeVisible();
});

test('a clinic that requires it leads staff to Security until they have one; an admin resets it', async ({
  page,
  clinic,
  newVisitor,
  logIn,
  signUp,
  confirmEmail,
  faults,
}) => {
  // People of its own, because the demo's accounts must stay without a second factor.
  const boss = await newVisitor();
  await logIn(boss, demoAccounts.admin);
  const admin = await signUp(page, newPerson({ name: 'Ada Strict' }));
  await confirmEmail(admin);
  const { name, email } = admin;
  const { insertedId } = await callAs(page, clinic, { method: 'POST', path: '/users', data: { name, email } });
  await callAs(boss, clinic, { method: 'PUT', path: `/users/admin/${String(insertedId)}` });
  const doctor = newPerson({ name: 'Dora Strict' });
  const photoURL = '/portraits/mei-tanaka.svg';
  await callAs(boss, clinic, {
    method: 'POST',
    path: '/doctors',
    data: { ...doctor, specialty: 'Cardiology', photoURL },
  });

  await addAuthenticator(page);
  await openSecurity(page);
  faults.expectFailed(409, '/api/clinic/second-factor');
  await page.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByText('Set up your own second factor first.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await confirmWithPassword(page, 'Continue');
  await expect(page.getByRole('button', { name: /^Rename / })).toBeVisible();
  await page.getByRole('button', { name: 'Require it' }).click();
  await expect(page.getByRole('button', { name: 'Stop requiring it' })).toBeVisible();

  const other = await newVisitor();
  await logIn(other, doctor);
  await other.goto('/dashboard/doctorPosts');
  await expect(other).toHaveURL(/\/dashboard\/security$/);
  await expect(other.getByText('Until you open it, you cannot set up a second factor.')).toBeVisible();
  await confirmEmail(doctor);
  await other.reload();
  const uri = await beginSetUp(other);
  await other.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
  await other.getByRole('button', { name: 'Turn on' }).click();
  await other.getByRole('button', { name: 'I have saved them' }).click();
  await other.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(other.getByRole('link', { name: 'My Posts' })).toBeVisible();

  await page.getByRole('button', { name: 'Stop requiring it' }).click();
  await expect(page.getByRole('button', { name: 'Require it', exact: true })).toBeVisible();
  await page.goto(`/dashboard/allUsers?search=${encodeURIComponent(doctor.email)}`);
  const row = page.getByRole('row').filter({ hasText: doctor.email });
  await row.getByRole('button', { name: 'Reset second factor of Dora Strict' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  const check = dialog.getByLabel('How did you check their identity?');
  await expect(check).toBeFocused();
  await expect(dialog.getByText('Please say how you checked their identity.')).toBeVisible();
  await check.selectOption('They showed an identity document');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('The second factor of Dora Strict is reset.')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Reset second factor/ })).toHaveCount(0);
});

test('an open profile asks for the password of the phone number once a second factor was set up in another window', async ({
  page,
  signUp,
  confirmEmail,
  faults,
}) => {
  const person = await signUp(page);
  await confirmEmail(person);
  await page.goto('/dashboard/profile');
  const number = page.getByRole('textbox', { name: 'Phone number' });
  await expect(number).toBeVisible();
  const other = await page.context().newPage();
  await openSecurity(other);
  const uri = await beginSetUp(other, person);
  await other.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
  await other.getByRole('button', { name: 'Turn on' }).click();
  await other.getByRole('button', { name: 'I have saved them' }).click();
  await other.close();
  faults.expectFailed(409, '/api/me/phone');
  await number.fill('+49 30 901851');
  const card = page.getByRole('region', { name: 'Phone number' });
  await card.getByRole('button', { name: 'Save number' }).click();
  const password = card.getByLabel('Your password');
  await expect(password).toHaveAccessibleDescription(/password/i);
  await expect(number).toHaveValue('+49 30 901851');
  await password.fill(person.password);
  await card.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByText('Your phone number is saved.')).toBeVisible();
});
