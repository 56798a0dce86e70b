import type { Database } from '../../database/database.ts';
import { defineMessage, type Kind, queueMessage, type Sender } from '../messages/index.ts';
import { findPersonByEmail } from './find-people.ts';
import { issueResetToken } from './reset-password.ts';

const LINK_MINUTES = 60;
/** After this, whoever still wants a link has asked again. */
const POINTLESS_MINUTES = 120;

/** The same answer whether the account exists or not. */
export const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const;

/**
 * Queues a link for setting a new password. Nothing is looked up before the answer, because its duration would reveal
 * whether the address has an account.
 */
export function requestPasswordReset(db: Database, { email, now }: { email: string; now: Date }): Promise<void> {
  const notAfter = new Date(now.getTime() + POINTLESS_MINUTES * 60_000);
  return queueMessage(db, { kind: 'password-reset', address: email.toLowerCase(), notAfter, now });
}

/**
 * The email with the link, if the address has an account. The token is made with the email, so it is in no queue. The
 * email contains no name: whoever signed up with the address chose it, and that may not be its owner.
 */
export function passwordResetMessage({ clinic, publicUrl }: Sender): Kind {
  return defineMessage<{ token: string }>({
    async find(db, { address }) {
      const person = await findPersonByEmail(db, address ?? '');
      // The identity service compares it with the time of this machine.
      const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
      const token = person && (await issueResetToken(db, { ...person, expiresAt }));
      return token === undefined ? { notSent: 'There is no account with the address.' } : { facts: { token } };
    },
    write: ({ token }) => ({
      subject: `Reset your ${clinic.name} password`,
      blocks: [
        { text: 'We received a request to reset your password. To choose a new one, open this link within an hour:' },
        { label: 'Choose a new password', link: `${publicUrl}/reset-password#token=${encodeURIComponent(token)}` },
        { text: 'If you did not ask for this, ignore this email. Your password has not changed.' },
      ],
    }),
    sample: { token: 'sample' },
    confirmsAddress: true,
  });
}
