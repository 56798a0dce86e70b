import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';

interface Side {
  readonly id: string;
  readonly name: string;
  readonly hasAccount: boolean;
  readonly emailVerified: boolean;
  /** Nobody but staff has used the account. */
  readonly isUnclaimed: boolean;
  /** The id of whoever looks after them. */
  readonly guardianId: string | null;
}

interface ClashingBooking {
  readonly treatmentName: string;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly minutes: number;
}

interface Clash {
  readonly one: ClashingBooking;
  readonly other: ClashingBooking;
  /** One of them can be cancelled. */
  readonly canEnd: boolean;
}

/**
 * Why the record `from` cannot be merged into `into`, or `undefined`. Pure.
 *
 * @param pair.clash two of their appointments that one person cannot have
 */
export function whyNotMerge({ from, into, clash }: { from: Side; into: Side; clash: Clash | undefined }) {
  if (from.hasAccount) {
    const message = `${from.name} has an account. Only a patient without one can be merged into another.`;
    return { code: 'HAS_ACCOUNT', message } as const;
  }
  if (!into.hasAccount) {
    return { code: 'NO_ACCOUNT', message: `${into.name} has no account. Choose somebody who has one.` } as const;
  }
  if (from.guardianId === into.id) {
    return { code: 'LOOKS_AFTER', message: `${into.name} looks after ${from.name}. These are two people.` } as const;
  }
  // An account that only staff have used shows its appointments to nobody but the owner of the address.
  if (!into.emailVerified && !into.isUnclaimed) {
    const message =
      'The email address of this account was never confirmed, so somebody else may have opened it. Ask the patient to ' +
      'confirm it first.';
    return { code: 'EMAIL_UNCONFIRMED', message } as const;
  }
  return clash && ({ code: 'BOTH_BOOKED', message: clashText(clash) } as const);
}

function clashText({ one, other, canEnd }: Clash): string {
  const words = (booking: ClashingBooking) => `${booking.treatmentName}, ${slotLabel(booking)}`;
  return (
    `One person cannot have both of these appointments on ${mediumDateFromIso(one.day)}: ${words(one)}, and ${words(other)}. ` +
    (canEnd
      ? 'If this is one person, cancel or move one of them first.'
      : 'Neither can be cancelled any more, so the two records have to stay.')
  );
}
