import type { EmailReach } from '@openhours/contract/email-confirmation.ts';

const why: Readonly<Record<Exclude<EmailReach, 'on'>, string>> = {
  unconfirmed: 'Emails are off: the address is not confirmed.',
  'no-address': 'Emails are off: the patient has no email address.',
  unwanted: 'Emails are off: the patient gets no emails of this kind.',
};

/** Why no email goes to a patient, as a sentence for staff; `undefined` if emails do. */
export function whyEmailsAreOff(emails: EmailReach): string | undefined {
  return emails === 'on' ? undefined : why[emails];
}
