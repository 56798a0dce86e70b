import { setTimeout as delay } from 'node:timers/promises';
import { dayFormat } from '@openhours/contract/day-format.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { ShownClinic } from '../features/clinic/index.ts';
import { addDays, type NextFreeTimes } from '../features/schedule/index.ts';
import type { Facts } from './fill.ts';

const SHOWN_TIMES = 4;
const RENEW_MILLIS = 20_000;
const WITHIN_MILLIS = 300;

/**
 * Loads the times at most every 20 s, so that visitors of the first page share one query. None if the database is slow
 * or fails: the page does not wait for them.
 */
export function shareFreeTimes(
  load: () => Promise<readonly NextFreeTimes[]>,
  now: () => Date,
): () => Promise<readonly NextFreeTimes[]> {
  let last: { at: number; times: Promise<readonly NextFreeTimes[]> } | undefined;
  return async () => {
    const at = now().getTime();
    if (last === undefined || Math.abs(at - last.at) >= RENEW_MILLIS) {
      const times = load().catch(() => {
        last = undefined;
        return [];
      });
      last = { at, times };
    }
    return Promise.race([last.times, delay(WITHIN_MILLIS, [], { ref: false })]);
  };
}

const MOST_TREATMENTS = 4;
/** Of the demo clinic: the departments that the specification names. */
const DEMO_TREATMENTS = ['General', 'Pediatrics', 'Cardiology', 'Dental Care'];

/** The treatments whose next times may be shown, in order. */
export function featured({ isDemo, treatments }: Pick<ShownClinic, 'isDemo' | 'treatments'>): readonly string[] {
  return isDemo ? DEMO_TREATMENTS : treatments.map(({ name }) => name);
}

/**
 * What the form shows: each of the treatments that has free times, at most four, in this order.
 *
 * @param shown.today 'YYYY-MM-DD' in the clinic's zone
 */
export function freeTimesFacts(shown: {
  times: readonly NextFreeTimes[];
  treatments: readonly string[];
  today: string;
}): Facts {
  const { times, treatments, today } = shown;
  const found = treatments
    .flatMap((name) => times.find(({ treatment }) => treatment === name) ?? [])
    .slice(0, MOST_TREATMENTS);
  return { freeTimes: found.map((one) => treatmentFacts(one, today)), noFreeTimes: found.length === 0 };
}

function treatmentFacts({ treatment, optionId, doctorName, date, slots }: NextFreeTimes, today: string): Facts {
  return {
    treatment,
    doctor: doctorName === null ? 'The doctor on duty' : titledName(doctorName),
    day: dayText(date, today),
    times: slots.slice(0, SHOWN_TIMES).map(({ slot }) => ({
      query: new URLSearchParams({ day: date, option: optionId, slot }).toString(),
      slot,
      start: slot.replace(/ - .*$/, ''),
    })),
  };
}

/** 'Today', 'Tomorrow' or 'Wed, Nov 25', with the year if it is not this one. */
function dayText(date: string, today: string): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  return weekday(date, { today });
}

const weekday = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });
