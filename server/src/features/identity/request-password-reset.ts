import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { loggedError } from '../../log/logged-error.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { findPersonByEmail } from './find-people.ts';

const LINK_MINUTES = 60;

/** The same answer whether the account exists or not. */
export const RESET_REQUESTED = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
} as const;

export interface PasswordResets {
  readonly db: Database;
  readonly mail: MailSender;
  readonly log: Logger;
  readonly clinic: { readonly name: string };
  readonly publicUrl: string;
}

/**
 * Sends a link for setting a new password, if the address has an account. The answer does not wait for the lookup,
 * because its duration would reveal whether there is one. The email contains no name: whoever signed up with the
 * address chose it, and that may not be its owner.
 *
 * @param storeLink stores the token where the identity service looks for it
 */
export async function sendResetLink(
  { db, mail, log, clinic, publicUrl }: PasswordResets,
  email: string,
  storeLink: (personId: string, expiresAt: Date) => Promise<string>,
): Promise<void> {
  try {
    const person = await findPersonByEmail(db, email.toLowerCase());
    if (!person) return;
    const token = await storeLink(person.id, new Date(Date.now() + LINK_MINUTES * 60_000));
    mail.send({
      to: person.email,
      subject: `Reset your ${clinic.name} password`,
      text: [
        'Hello,',
        '',
        'We received a request to reset your password. To choose a new one, open this link within an hour:',
        '',
        `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
        '',
        'If you did not ask for this, ignore this email. Your password has not changed.',
      ].join('\n'),
    });
  } catch (error) {
    log.error({ err: loggedError(error) }, 'a password reset link could not be sent');
  }
}
