import type { SecondFactor } from '@openhours/contract/second-factor.ts';
import { href } from '../web/src/pages.ts';
import { closeDialog, inTurn, longName, otherId, type Screen, unknownId } from './screen.ts';
import { beginSetUp, confirmWithPassword } from './second-factor.ts';

function ownSecondFactor(changed: Partial<SecondFactor>) {
  const none = { required: false, hasPassword: true, hasAuthenticator: false, passkeys: [] };
  return { to: /\/api\/me\/second-factor$/, body: { ...none, ...changed } };
}

function passkeyOf(name: string) {
  return { _id: name.length > 20 ? unknownId : otherId, name, since: '2026-01-05T10:05:00.000Z' };
}

/** Signing in with a code, and setting up a second factor. */
export const secondFactorScreens: readonly Screen[] = [
  ...inTurn(
    { name: 'sign-in-code', page: 'signInCode', shows: 'Use a recovery code' },
    {
      name: 'sign-in-code-errors',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('Enter the 6 digits that your app shows.').first().waitFor();
      },
    },
  ),
  {
    name: 'sign-in-passkey',
    page: 'signInCode',
    path: href.signInCode({ methods: 'passkey' }),
    shows: 'Continue with a passkey',
  },
  ...inTurn(
    { name: 'security', page: 'security', shows: 'Not required', signedInAs: 'admin' },
    {
      name: 'security-passkey-dialog',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
        await page.getByText('Password is required').first().waitFor();
      },
    },
    {
      name: 'security-set-up',
      prepare: async (page) => {
        await closeDialog(page);
        await beginSetUp(page);
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByText('Enter the 6 digits that your app shows.').first().waitFor();
      },
    },
  ),
  ...inTurn(
    {
      name: 'security-on',
      page: 'security',
      shows: 'New recovery codes',
      signedInAs: 'patient',
      answers: [
        ownSecondFactor({ hasAuthenticator: true, passkeys: [passkeyOf(longName.slice(0, 60)), passkeyOf('Phone')] }),
        {
          to: /two-factor\/generate-backup-codes$/,
          body: { status: true, backupCodes: Array.from({ length: 10 }, (_, at) => `kTz4${at}-Qm7xW`) },
        },
      ],
    },
    {
      name: 'security-recovery-codes',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'New recovery codes' }).click();
        await confirmWithPassword(page, 'Make new codes');
        await page.getByText('Save your recovery codes').waitFor();
      },
    },
  ),
  {
    name: 'security-required',
    page: 'security',
    shows: 'to get back to your work',
    signedInAs: 'patient',
    answers: [ownSecondFactor({ required: true })],
  },
];
