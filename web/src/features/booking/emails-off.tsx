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

const noteLook = 'rounded-control bg-amber-soft px-4 py-3 text-amber-ink';

/** About a change: tells staff that no email goes to the patient, and the number to call. Renders nothing if emails do. */
export function EmailsOff(reach: Reach) {
  if (reach.emails === 'on') return null;
  return (
    <p className={noteLook}>
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

/** Tells the account's owner to confirm the address, and everybody else why no emails go to the patient. */
export function EmailsOfAppointment({ booking: { email, emails } }: { booking: Booking }) {
  const user = useSignedInUser();
  if (emails === 'on') return null;
  if (email === user.email) return <UnconfirmedEmailNote email={user.email} />;
  return <p className={noteLook}>{whyEmailsAreOff(emails)}</p>;
}
