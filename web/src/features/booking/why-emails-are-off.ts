import type { EmailReach } from '@openhours/contract/email-confirmation.ts';

const why: Readonly<Record<Exclude<EmailReach, 'on'>, string>> = {
  unconfirmed: 'Emails are off: the address is not confirmed.',
  'no-address': 'Emails are off: the patient has no email address.',
  unwanted: 'Emails are off: the patient gets no emails of this kind.',
};

/** Why the patient gets no emails, as a sentence for staff; `undefined` if the patient gets them. */
export function whyEmailsAreOff(emails: EmailReach): string | undefined {
  return emails === 'on' ? undefined : why[emails];
}
