import type { FreeSlot } from '@openhours/contract/booking.ts';
import { readStored, store } from '../../api/window-storage.ts';
import { isFreeSlot } from './booking-trouble.ts';

/*
 * What was typed and chosen in the booking dialog survives a reload. It is personal, so it is stored for this window
 * only (`window-storage.ts`), and deleted once the appointment is booked.
 */

type Choice = {
  /** The slot that is chosen now. */
  offer: FreeSlot;
  /** Who is treated; empty for the patient. */
  treatedId: string;
  visitReason: string;
};

type Draft = Choice & {
  /** The slot for which the dialog was opened. */
  first: FreeSlot;
  phone: string;
};

const nameFor = (uid: string): string => `booking ${uid}`;

/** The draft of this person. The choice counts only for a dialog that was opened for the same slot. */
export function readDraft(uid: string): {
  phone: string | undefined;
  choiceFor: (first: FreeSlot) => Choice | undefined;
} {
  const stored = readStored(nameFor(uid));
  const { first, offer, phone, treatedId, visitReason } =
    typeof stored === 'object' && stored !== null ? (stored as Partial<Draft>) : {};
  return {
    phone: typeof phone === 'string' ? phone : undefined,
    choiceFor: (opened) =>
      isFreeSlot(first) && isSameSlot(first, opened) && isFreeSlot(offer)
        ? {
            offer,
            treatedId: typeof treatedId === 'string' ? treatedId : '',
            visitReason: typeof visitReason === 'string' ? visitReason : '',
          }
        : undefined,
  };
}

export function writeDraft(uid: string, draft: Draft): void {
  store(nameFor(uid), draft);
}

/** Keeps the phone number and deletes the choice, when the dialog is closed. */
export function forgetChoice(uid: string): void {
  const { phone } = readDraft(uid);
  store(nameFor(uid), phone === undefined ? undefined : { phone });
}

export function forgetDraft(uid: string): void {
  store(nameFor(uid), undefined);
}

function isSameSlot(one: FreeSlot, other: FreeSlot): boolean {
  return one.optionId === other.optionId && one.appointmentDate === other.appointmentDate && one.slot === other.slot;
}
