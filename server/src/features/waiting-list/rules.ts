import { type PartOfDay, partOfDay } from '@openhours/contract/parts-of-day.ts';

/** How many entries a person can have at once. */
export const MOST_ENTRIES = 5;
/** After so many declined or expired offers on a day of the clinic, an entry is asked last for the rest of that day. */
const MOST_FAILED_OFFERS = 3;

/** An appointment that is to be earlier. In milliseconds since 1970. */
export interface MovedAppointment {
  readonly startsAt: number;
  /** Until then its patient can move it. */
  readonly freeUntil: number;
}

/** Somebody who waits, with what decides whether a slot fits. */
export interface Candidate {
  readonly entryId: string;
  readonly personId: string;
  readonly treatedId: string;
  readonly treatmentId: string;
  /** Null: any doctor. */
  readonly optionId: string | null;
  /** 'YYYY-MM-DD', both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** None: at any time of the day. */
  readonly times: readonly PartOfDay[];
  readonly joinedAt: Date;
  /** The appointment that is to be earlier, if they do not want another one. */
  readonly bookingId: string | null;
  readonly moves: MovedAppointment | undefined;
  /** Whether they have as many unpaid appointments as the clinic allows. `hasTooManyFree`: the same for those that cost nothing. */
  readonly hasTooManyUnpaid: boolean;
  readonly hasTooManyFree: boolean;
  /** The slots (`slotKey`) of their declined and expired offers: nobody is offered a slot twice. */
  readonly failedOffers: ReadonlySet<string>;
  /** How many of the offers of today were declined or expired. */
  readonly failedToday: number;
}

/** When somebody who waits is busy: an appointment, or a slot that is offered to them. */
export interface BusyPatient {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'booking' | 'offer';
  readonly bookingId?: string | undefined;
  readonly treatmentId: string;
  readonly day: string;
}

/** A slot of an option. */
interface SlotOfOption {
  readonly option: {
    readonly optionId: string;
    readonly treatmentId: string;
    readonly calendarId: string;
    readonly price: { readonly minor: number };
  };
  readonly day: string;
  readonly slot: { readonly startMinute: number; readonly from: number; readonly to: number };
}

/**
 * Whether the front desk calls somebody instead of an automatic offer, which they would not see or could not accept: nobody
 * has used their account, if they have one, or they have to confirm their email address before they can book. Pure.
 */
export function isCalled(
  {
    isUnclaimed,
    isConfirmed,
    bookingId,
  }: Pick<Candidate, 'bookingId'> & { isUnclaimed: boolean; isConfirmed: boolean },
  { confirmedEmailOnly }: { confirmedEmailOnly: boolean },
): boolean {
  return isUnclaimed || (confirmedEmailOnly && !isConfirmed && bookingId === null);
}

export function slotKey(of: { calendarId: string; day: string; startMinute: number }): string {
  return `${of.calendarId} ${of.day} ${of.startMinute}`;
}

/** People with too many declined or expired offers today come last; otherwise in the order in which they joined. Pure. */
export function inOrder<Waiting extends Pick<Candidate, 'entryId' | 'joinedAt' | 'failedToday'>>(
  waiting: readonly Waiting[],
): readonly Waiting[] {
  const isLast = ({ failedToday }: Waiting) => Number(failedToday >= MOST_FAILED_OFFERS);
  return waiting.toSorted(
    (a, b) =>
      isLast(a) - isLast(b) ||
      a.joinedAt.getTime() - b.joinedAt.getTime() ||
      (a.entryId < b.entryId ? -1 : Number(a.entryId > b.entryId)),
  );
}

/**
 * Whether a slot of the treatment, the doctor and the days that somebody waits for suits them, and they could book it, apart
 * from its notice (`offerUntil`). Pure.
 */
export function fits(candidate: Candidate, { option, day, slot }: SlotOfOption, busy: readonly BusyPatient[]): boolean {
  const { treatmentId, times, moves, failedOffers } = candidate;
  if (times.length > 0 && !times.includes(partOfDay(slot.startMinute))) return false;
  const hasTooMany = option.price.minor > 0 ? candidate.hasTooManyUnpaid : candidate.hasTooManyFree;
  if (moves ? slot.from >= moves.startsAt : hasTooMany) return false;
  if (failedOffers.has(slotKey({ calendarId: option.calendarId, day, startMinute: slot.startMinute }))) return false;
  return !busy.some(
    (other) =>
      // An appointment that is to be earlier is not in the way.
      other.bookingId !== candidate.bookingId &&
      ((other.from < slot.to && slot.from < other.to) ||
        (other.treatmentId === treatmentId && (other.kind === 'offer' || other.day === day))),
  );
}
