import { type PartOfDay, partOfDay } from '@openhours/contract/parts-of-day.ts';

/** How many entries a person can have at once. */
export const MOST_ENTRIES = 5;
/** After so many offers in vain on a day of the clinic, an entry is asked last for the rest of that day. */
export const MOST_IN_VAIN = 3;

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
  /** Whether they have as many unpaid appointments as the clinic allows. */
  readonly hasTooManyUnpaid: boolean;
  /** Slots that were offered to them in vain (`slotKey`): nobody is asked twice. */
  readonly inVain: ReadonlySet<string>;
  /** How many offers of today were in vain. */
  readonly inVainToday: number;
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
export interface SlotOfOption {
  readonly option: {
    readonly optionId: string;
    readonly treatmentId: string;
    readonly calendarId: string;
    readonly price: { readonly minor: number };
  };
  readonly day: string;
  readonly slot: { readonly startMinute: number; readonly from: number; readonly to: number };
}

export function slotKey(of: { calendarId: string; day: string; startMinute: number }): string {
  return `${of.calendarId} ${of.day} ${of.startMinute}`;
}

/** Whoever was offered too much in vain today comes last; otherwise in the order in which they joined. Pure. */
export function inOrder<Waiting extends Pick<Candidate, 'entryId' | 'joinedAt' | 'inVainToday'>>(
  waiting: readonly Waiting[],
): readonly Waiting[] {
  const isLast = ({ inVainToday }: Waiting) => Number(inVainToday >= MOST_IN_VAIN);
  return waiting.toSorted(
    (a, b) =>
      isLast(a) - isLast(b) ||
      a.joinedAt.getTime() - b.joinedAt.getTime() ||
      (a.entryId < b.entryId ? -1 : Number(a.entryId > b.entryId)),
  );
}

/** Whether somebody wants a slot and could book it, apart from its notice (`offerUntil`). Pure. */
export function fits(candidate: Candidate, { option, day, slot }: SlotOfOption, busy: readonly BusyPatient[]): boolean {
  const { treatmentId, optionId, firstDay, lastDay, times, moves, hasTooManyUnpaid, inVain } = candidate;
  if (treatmentId !== option.treatmentId || (optionId ?? option.optionId) !== option.optionId) return false;
  if (day < firstDay || day > lastDay) return false;
  if (times.length > 0 && !times.includes(partOfDay(slot.startMinute))) return false;
  if (moves ? slot.from >= moves.startsAt : hasTooManyUnpaid && option.price.minor > 0) return false;
  if (inVain.has(slotKey({ calendarId: option.calendarId, day, startMinute: slot.startMinute }))) return false;
  return !busy.some(
    (other) =>
      // An appointment that is to be earlier is not in the way.
      (other.bookingId === undefined || other.bookingId !== candidate.bookingId) &&
      ((other.from < slot.to && slot.from < other.to) ||
        (other.treatmentId === treatmentId && (other.kind === 'offer' || other.day === day))),
  );
}
