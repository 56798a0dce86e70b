import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { whyEmailsAreOff } from '../booking/why-emails-are-off.ts';

/** Which email the patient gets about an appointment, and whether staff should tell them when to come. */
export function messageText(
  { email, emails, state }: Pick<ClinicAppointment, 'email' | 'emails' | 'state'>,
  isNew: boolean,
): string {
  const reason = whyEmailsAreOff(emails);
  if (reason === undefined) return `We are sending an email to ${email}.`;
  const isHere = state === 'arrived';
  if (isNew && emails === 'unconfirmed') {
    const sent = `We are sending ${email} a link to confirm the address. Until the patient opens it, other emails are off`;
    return isHere ? `${sent}.` : `${sent}: please tell them when to come.`;
  }
  return isHere ? reason : `${reason} Please tell them when to come.`;
}
