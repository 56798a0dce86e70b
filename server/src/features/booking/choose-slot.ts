import { slotLabel } from '@openhours/contract/slot-label.ts';
import { dayInView, type OpenOption, type SchedulePlan, type Slot, slotsInView } from '../schedule/index.ts';
import { isSamePrice, type Refusal } from './rules.ts';

/** The wanted slot. `date` is 'YYYY-MM-DD'; `optionId` is `undefined` for any option of the treatment. */
export interface SlotRequest {
  readonly treatment: string;
  readonly optionId?: string | undefined;
  readonly date: string;
  readonly slot: string;
  /** As `readPhone` reads it, or ''. */
  readonly phone: string;
  /** Why the patient comes, for staff. */
  readonly visitReason?: string;
  /** The price that the patient agreed to; `undefined` if nobody was asked. */
  readonly agreed: { readonly price: number; readonly currency: string | undefined } | undefined;
}

/** Options and slots that fit a request. */
export type Choice = readonly ChosenSlot[];

interface ChosenSlot {
  readonly option: OpenOption;
  readonly slot: Slot;
}

/**
 * The options and slots that fit a request, or why there is none. Does not check whether they are taken: `takeFirst`
 * does. Pure.
 *
 * @param plan.options of the treatment; the timetable is the one of the day
 */
export function chooseSlot(
  { options, timetable }: Pick<SchedulePlan, 'options' | 'timetable'>,
  wanted: {
    /** `optionId`: `undefined` for any option. `date` is 'YYYY-MM-DD'. */
    request: Pick<SlotRequest, 'date' | 'slot' | 'optionId' | 'agreed'>;
    /** Patients need the least notice of the clinic; staff may choose a slot until it ends. */
    inTimeFor: 'patients' | 'staff' | ((slot: Slot) => boolean);
    now: Date;
  },
): Choice | Refusal {
  const { request, inTimeFor, now } = wanted;
  const { date, slot: label, optionId, agreed } = request;
  const possible = options.filter((option) => (optionId ?? option.optionId) === option.optionId);
  const [anyOption] = possible;
  if (!anyOption) return { code: 'TREATMENT_UNKNOWN' };
  const view = dayInView({ date, clinic: timetable.rules, now });
  if (view.state === 'past') return { code: 'SLOT_PAST', nearMinute: undefined };
  if (view.state === 'beyond') return { code: 'BEYOND_HORIZON', lastDate: view.lastDate };

  if (agreed && !isSamePrice(agreed, anyOption.price)) return { code: 'PRICE_CHANGED', price: anyOption.price };
  const offered = possible.flatMap((option) =>
    slotsInView({ ...option, taken: [] }, { view, timetable })
      .offered.filter((slot) => slotLabel(slot) === label)
      .map((slot) => ({ option, slot })),
  );
  const [anyOffered] = offered;
  if (!anyOffered) return { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
  const inTime = offered.filter(({ slot }) => {
    if (inTimeFor === 'staff') return slot.to > now.getTime();
    return inTimeFor === 'patients' ? slot.from >= view.earliest : inTimeFor(slot);
  });
  if (inTime.length > 0) return inTime;
  const nearMinute = anyOffered.slot.startMinute;
  if (anyOffered.slot.from <= now.getTime()) return { code: 'SLOT_PAST', nearMinute };
  return { code: 'TOO_SHORT_NOTICE', nearMinute, leastNoticeMinutes: timetable.rules.leastNoticeMinutes };
}

/** The columns of a booking that say when it is and with whom. @param day 'YYYY-MM-DD' */
export function timeColumns({ option, slot }: ChosenSlot, day: string) {
  return {
    optionId: option.optionId,
    calendarId: option.calendarId,
    doctorName: option.doctorName,
    day,
    startMinute: slot.startMinute,
    minutes: slot.minutes,
    bufferMinutes: slot.bufferMinutes,
    startsAt: new Date(slot.from),
    endsAt: new Date(slot.to),
  };
}

/**
 * Takes the first of these times that is free. Nobody looks before: `take` tries, and the database decides.
 *
 * @param take 'closed': the option is not offered any more. Anything but that and 'taken' is the outcome
 */
export async function takeFirst<T>(
  choice: Choice,
  take: (one: ChosenSlot) => Promise<T | 'taken' | 'closed'>,
): Promise<T | Refusal> {
  let nearMinute: number | undefined;
  for (const one of choice) {
    const outcome = await take(one);
    if (outcome === 'taken') nearMinute = one.slot.startMinute;
    else if (outcome !== 'closed') return outcome;
  }
  return nearMinute === undefined ? { code: 'TREATMENT_UNKNOWN' } : { code: 'SLOT_TAKEN', nearMinute };
}
