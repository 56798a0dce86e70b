import type { FreeSlot } from '@openhours/contract/booking.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import {
  type DayInView,
  type KnownDay,
  type OptionOfDay,
  type Slot,
  slotsInView,
  type TimetableInForce,
} from '../schedule/index.ts';
import type { SlotRequest } from './book-slot.ts';
import { nearestFreeSlots, nearestKnownSlots } from './nearest-free-slots.ts';
import { isSamePrice, type Refusal } from './rules.ts';

export type WantedOption = Omit<OptionOfDay, 'taken'>;

/** The refusals, before the nearest free slots are added to them (`withNearestSlots`). */
export type BareRefusal =
  | Exclude<Refusal, { nearest: unknown }>
  | {
      readonly code: 'SLOT_TAKEN' | 'SLOT_NOT_OFFERED' | 'SLOT_PAST';
      readonly nearMinute: number | undefined;
    }
  | { readonly code: 'TOO_SHORT_NOTICE'; readonly nearMinute: number; readonly leastNoticeMinutes: number };

/** The options and slots that match the request, or why there is none. Does not check whether they are taken. Pure. */
export function chooseSlot(
  options: readonly WantedOption[],
  question: {
    request: Pick<SlotRequest, 'slot' | 'agreed'>;
    view: DayInView;
    timetable: TimetableInForce;
    isInTime: (slot: Slot) => boolean;
    now: Date;
  },
): readonly { option: WantedOption; slot: Slot }[] | BareRefusal {
  const { request, view, timetable, isInTime, now } = question;
  const [anyOption] = options;
  if (!anyOption) return { code: 'TREATMENT_UNKNOWN' };
  if (view.state === 'past') return { code: 'SLOT_PAST', nearMinute: undefined };
  if (view.state === 'beyond') return { code: 'BEYOND_HORIZON', lastDate: view.lastDate };

  if (request.agreed && !isSamePrice(request.agreed, anyOption.price))
    return { code: 'PRICE_CHANGED', price: anyOption.price };
  const offered = options.flatMap((option) =>
    slotsInView({ ...option, taken: [] }, { view, timetable })
      .offered.filter((slot) => slotLabel(slot) === request.slot)
      .map((slot) => ({ option, slot })),
  );
  const [anyOffered] = offered;
  if (!anyOffered) return { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
  const inTime = offered.filter(({ slot }) => isInTime(slot));
  if (inTime.length > 0) return inTime;
  const nearMinute = anyOffered.slot.startMinute;
  if (anyOffered.slot.from <= now.getTime()) return { code: 'SLOT_PAST', nearMinute };
  return { code: 'TOO_SHORT_NOTICE', nearMinute, leastNoticeMinutes: timetable.rules.leastNoticeMinutes };
}

interface Refused {
  readonly refusal: BareRefusal;
  readonly treatment: string;
  readonly date: string;
  readonly now: Date;
}

/** Adds the nearest free slots to a refusal that offers them. Not inside the transaction that was refused. */
export function withNearestSlots(db: Database, refused: Refused): Promise<Refusal> {
  return addNearest(refused, (question) => nearestFreeSlots(db, question));
}

/** The same from what the node knows. */
export function withNearestKnownSlots(look: (date: string) => Promise<KnownDay>, refused: Refused): Promise<Refusal> {
  return addNearest(refused, (question) => nearestKnownSlots(look, question));
}

async function addNearest(
  { refusal, ...question }: Refused,
  find: (question: Omit<Refused, 'refusal'> & { nearMinute: number | undefined }) => Promise<readonly FreeSlot[]>,
): Promise<Refusal> {
  if (!('nearMinute' in refusal)) return refusal;
  const { nearMinute, ...rest } = refusal;
  return { ...rest, nearest: await find({ ...question, nearMinute }) };
}
