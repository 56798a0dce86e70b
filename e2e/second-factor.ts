import type { CDPSession, Page } from '@playwright/test';
import { demoAccounts } from './people.ts';

/** Opens the QR code of an authenticator app on the Security page. Returns the app's `otpauth://` address. */
export async function beginSetUp(page: Page, who = demoAccounts.admin): Promise<string> {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const answered = page.waitForResponse('**/api/auth/two-factor/enable');
  await confirmWithPassword(page, 'Continue', who);
  await page.getByText('Scan this with your authenticator app').waitFor();
  const { totpURI } = await (await answered).json();
  return String(totpURI);
}

/** Types the password, by default the one that test accounts share, into the open dialog, and presses its button. */
export async function confirmWithPassword(page: Page, button: string, who = demoAccounts.admin): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password, to confirm').fill(who.password);
  await dialog.getByRole('button', { name: button }).click();
}

/** A device that keeps passkeys. Unless told otherwise, it checks who uses it. */
export async function addAuthenticator(page: Page, { verifies = true } = {}): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
  return devTools;
}
