import type { Booking } from '@openhours/contract/booking.ts';
import type { EmailReach } from '@openhours/contract/email-confirmation.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { UnconfirmedEmailNote } from '../profile/unconfirmed-email.tsx';
import { whyEmailsAreOff } from './why-emails-are-off.ts';

/** How staff reach a patient. */
type Reach = {
  emails: EmailReach;
  /** Empty if none was given. */
  phone: string;
};

/** The hint of a field whose text patients read when staff cancel. */
export function reasonHint(emails: EmailReach): string {
  if (emails === 'on') return 'The patient sees it.';
  return emails === 'unconfirmed' ? 'The patient sees it only in their account.' : 'Please tell the patient yourself.';
}

/** Tells staff that no email goes to a patient, and the number to call. Renders nothing if emails do. */
export function EmailsOff(reach: Reach) {
  if (reach.emails === 'on') return null;
  return (
    <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
      <EmailsOffText {...reach} />
    </p>
  );
}

/** The same within other text. */
export function EmailsOffText({ emails, phone }: Reach) {
  const reason = whyEmailsAreOff(emails);
  if (reason === undefined) return null;
  if (phone === '') return `${reason} There is no phone number.`;
  return (
    <>
      {`${reason} Please call: `}
      <a className="whitespace-nowrap underline" href={`tel:${phone.replaceAll(' ', '')}`}>
        {phone}
      </a>
    </>
  );
}

/** Tells the account's owner to confirm the address, and everybody else the same as `EmailsOff`. */
export function EmailsOfAppointment({ booking }: { booking: Booking }) {
  const user = useSignedInUser();
  if (booking.emails === 'on') return null;
  return booking.email === user.email ? <UnconfirmedEmailNote email={user.email} /> : <EmailsOff {...booking} />;
}
