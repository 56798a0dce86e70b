import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';

interface Side {
  readonly id: string;
  readonly name: string;
  readonly hasAccount: boolean;
  readonly emailVerified: boolean;
  /** Nobody but staff has used the account. */
  readonly isUnclaimed: boolean;
  readonly guardian: { readonly id: string; readonly name: string; readonly emailVerified: boolean } | undefined;
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
  if (from.id === into.id) {
    return { code: 'SAME_RECORD', message: 'This is the same record. Choose the other one.' } as const;
  }
  if (from.guardian?.id === into.id) {
    return { code: 'LOOKS_AFTER', message: `${into.name} looks after ${from.name}. These are two people.` } as const;
  }
  if (from.guardian && !into.hasAccount && into.guardian?.id !== from.guardian.id) {
    return { code: 'LOOKED_AFTER', message: twoPlacesText(from.guardian, into) } as const;
  }
  const unconfirmed = whyUnconfirmed(into);
  if (unconfirmed !== undefined) return { code: 'EMAIL_UNCONFIRMED', message: unconfirmed } as const;
  return clash && ({ code: 'BOTH_BOOKED', message: clashText(clash) } as const);
}

/** A record can be in one account only. */
function twoPlacesText(guardian: { readonly name: string }, { name, guardian: other }: Side): string {
  return other
    ? `${guardian.name} looks after one of them, and ${other.name} after the other. Only one of them can.`
    : `${guardian.name} looks after this patient. Open the other record of ${name} and merge it into this one.`;
}

/** Whether somebody else may have opened the account that would get the appointments. */
function whyUnconfirmed({ hasAccount, emailVerified, isUnclaimed, guardian }: Side): string | undefined {
  if (guardian && !guardian.emailVerified) {
    return (
      `The email address of ${guardian.name}, who looks after this patient, was never confirmed, so the account may not ` +
      'be theirs. Ask them to confirm it first.'
    );
  }
  // An account that only staff have used shows its appointments to nobody but the owner of the address.
  return hasAccount && !emailVerified && !isUnclaimed
    ? 'The email address of this account was never confirmed, so somebody else may have opened it. Ask the patient to ' +
        'confirm it first.'
    : undefined;
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
