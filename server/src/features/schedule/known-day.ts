import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import type { CachedAnswer } from './answer-validity.ts';
import { dayInView, slotsInView } from './rules.ts';
import { listOptionsOfDay, type OpenOption } from './store.ts';
import { findTimetable, type TimetableInForce } from './timetable-store.ts';

/** A day as whoever holds nothing sees it. */
export interface KnownDay {
  readonly options: readonly OpenOption[];
  readonly timetable: TimetableInForce;
  /** The labels of an option's free slots. */
  freeOf(optionId: string): readonly string[];
}

/** A day, read from the database now. */
export async function findDay(db: Database, { date, now }: { date: string; now: Date }): Promise<KnownDay> {
  const timetable = await findTimetable(db, { first: date, last: date });
  const view = dayInView({ date, clinic: timetable.rules, now });
  const options = await listOptionsOfDay(db, { date, now });
  const free = new Map(
    options.map((option) => [option.optionId, slotsInView(option, { view, timetable }).free.map(slotLabel)]),
  );
  return { options, timetable, freeOf: (optionId) => free.get(optionId) ?? [] };
}

const slotsByOption = new WeakMap<CachedAnswer, ReadonlyMap<string, readonly string[]>>();

/** The answer was made by `presentOption`. It is read only when somebody wants to know. */
export function readKnownDay(answer: CachedAnswer, plan: Pick<KnownDay, 'options' | 'timetable'>): KnownDay {
  const { options, timetable } = plan;
  return {
    options,
    timetable,
    freeOf(optionId) {
      const slots = slotsByOption.get(answer) ?? readSlots(answer);
      slotsByOption.set(answer, slots);
      return slots.get(optionId) ?? [];
    },
  };
}

function readSlots({ body }: CachedAnswer): ReadonlyMap<string, readonly string[]> {
  const options = JSON.parse(Buffer.from(body).toString()) as readonly { _id: string; slots: readonly string[] }[];
  return new Map(options.map(({ _id, slots }) => [_id, slots]));
}
