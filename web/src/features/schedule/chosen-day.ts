import { useCallback } from 'react';
import { useSearchParams } from '../../router.tsx';
import { realDay } from './civil-date.ts';

const parameter = 'day';
const noDay = 'none';

/**
 * The day in the URL: `?day=2026-11-27`, today if missing, no day for `?day=none`. Invalid and past days count as
 * missing.
 *
 * @returns 'YYYY-MM-DD', or undefined for no day
 */
export function dayInAddress(text: string | null, today: string): string | undefined {
  if (text === noDay) return undefined;
  const day = text === null ? undefined : realDay(text);
  return day !== undefined && day >= today ? day : today;
}

/**
 * The chosen day, and a function to choose another one or none. It is in the URL, so a reload and a login keep it. The
 * function is stable.
 */
export function useChosenDay(today: string): [string | undefined, (day: string | undefined) => void] {
  const [parameters, setParameters] = useSearchParams();
  const choose = useCallback(
    (day: string | undefined): void =>
      setParameters(
        (next) => {
          next.set(parameter, day ?? noDay);
          // A requested slot is on the day that was chosen before.
          next.delete('option');
          next.delete('slot');
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return [dayInAddress(parameters.get(parameter), today), choose];
}
