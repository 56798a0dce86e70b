import type { CachedAnswer } from './answer-cache.ts';
import type { OpenOption } from './store.ts';
import type { TimetableInForce } from './timetable-store.ts';

/** A day as whoever holds nothing sees it. */
export interface KnownDay {
  readonly options: readonly OpenOption[];
  readonly timetable: TimetableInForce;
  /** The labels of an option's free slots. */
  freeOf(optionId: string): readonly string[];
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
