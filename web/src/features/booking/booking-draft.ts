import type { FreeSlot } from '@openhours/contract/booking.ts';
import { draftOf } from '../../api/drafts.ts';
import { isFreeSlot } from './booking-trouble.ts';

/*
 * What was typed and chosen in the booking dialog. It is deleted once the appointment is booked.
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

const stored = (uid: string) => draftOf(uid, 'booking');

/**
 * The draft of this person. The choice counts for a dialog for the same treatment on the same day: after a reload, its slot
 * may be gone, and another one is offered. Who is treated and why must not change with it.
 */
export function readDraft(uid: string): {
  phone: string | undefined;
  choiceFor: (first: FreeSlot) => Choice | undefined;
} {
  const found = stored(uid).read();
  const { first, offer, phone, treatedId, visitReason } =
    typeof found === 'object' && found !== null ? (found as Partial<Draft>) : {};
  return {
    phone: typeof phone === 'string' ? phone : undefined,
    choiceFor: (opened) =>
      isFreeSlot(first) && isSameTreatmentAndDay(first, opened) && isFreeSlot(offer)
        ? {
            offer: isSameSlot(first, opened) ? offer : opened,
            treatedId: typeof treatedId === 'string' ? treatedId : '',
            visitReason: typeof visitReason === 'string' ? visitReason : '',
          }
        : undefined,
  };
}

export function writeDraft(uid: string, draft: Draft): void {
  stored(uid).write(draft);
}

/** Keeps the phone number and deletes the choice, when the dialog is closed. */
export function forgetChoice(uid: string): void {
  const { phone } = readDraft(uid);
  stored(uid).write(phone === undefined ? undefined : { phone });
}

export function forgetDraft(uid: string): void {
  stored(uid).write(undefined);
}

function isSameTreatmentAndDay(one: FreeSlot, other: FreeSlot): boolean {
  return one.treatment === other.treatment && one.appointmentDate === other.appointmentDate;
}

function isSameSlot(one: FreeSlot, other: FreeSlot): boolean {
  return one.optionId === other.optionId && one.appointmentDate === other.appointmentDate && one.slot === other.slot;
}
