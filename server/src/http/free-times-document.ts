import { setTimeout as delay } from 'node:timers/promises';
import { dayFormat } from '@openhours/contract/day-format.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { ShownClinic } from '../features/clinic/index.ts';
import { addDays, type NextFreeTimes } from '../features/schedule/index.ts';
import { escapeMarkup } from './escape-markup.ts';

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

/** Whether a document has the form of `web/src/features/landing/next-free-times.tsx` in it. */
export function hasFreeTimes(html: string): boolean {
  return html.includes('__FREE_TIMES__');
}

const MOST_TREATMENTS = 4;
/** Of the demo clinic: the departments that the specification names. */
const DEMO_TREATMENTS = ['General', 'Pediatrics', 'Cardiology', 'Dental Care'];

/** The treatments whose next times may be shown, in order. */
export function featured({ isDemo, treatments }: Pick<ShownClinic, 'isDemo' | 'treatments'>): readonly string[] {
  return isDemo ? DEMO_TREATMENTS : treatments.map(({ name }) => name);
}

/**
 * Fills in the form: each of the treatments that has free times, at most four, in this order; where none has any, the
 * sentence for that case stays.
 *
 * @param shown.today 'YYYY-MM-DD' in the clinic's zone
 */
export function fillInFreeTimes(
  html: string,
  shown: { times: readonly NextFreeTimes[]; treatments: readonly string[]; today: string },
): string {
  const { times, treatments, today } = shown;
  const found = treatments
    .flatMap((name) => times.find(({ treatment }) => treatment === name) ?? [])
    .slice(0, MOST_TREATMENTS);
  return html.replace(
    /__FREE_TIMES__([^]*?)__NO_TIMES__([^]*?)__END_FREE_TIMES__/,
    (_, form: string, otherwise: string) =>
      found.length === 0
        ? otherwise
        : form.replace(/__EACH_TREATMENT__([^]*?)__END_TREATMENT__/, (__, part: string) =>
            found.map((one) => fillInTreatment(part, one, today)).join(''),
          ),
  );
}

function fillInTreatment(part: string, found: NextFreeTimes, today: string): string {
  const { treatment, optionId, doctorName, date, slots } = found;
  const doctor = escapeMarkup(doctorName === null ? 'The doctor on duty' : titledName(doctorName));
  return part
    .replace(/__EACH_TIME__([^]*?)__END_TIME__/, (_, one: string) =>
      slots
        .slice(0, SHOWN_TIMES)
        .map(({ slot }) =>
          one
            .replace('__TIME_QUERY__', () =>
              escapeMarkup(new URLSearchParams({ day: date, option: optionId, slot }).toString()),
            )
            .replace('__TIME_SLOT__', () => slot)
            .replace('__TIME_START__', () => slot.replace(/ - .*$/, '')),
        )
        .join(''),
    )
    .replaceAll('__TIMES_OF__', () => escapeMarkup(treatment))
    .replaceAll('__TIMES_DOCTOR__', () => doctor)
    .replaceAll('__TIMES_DAY__', () => dayText(date, today));
}

/** 'Today', 'Tomorrow' or 'Wed, Nov 25', with the year if it is not this one. */
function dayText(date: string, today: string): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  return weekday(date, { today });
}

const weekday = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });
