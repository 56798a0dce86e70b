import { useSearchParams } from 'react-router';
import { realDay } from './civil-date.ts';

const parameter = 'day';
const noDay = 'none';

/**
 * The day that an address means: `?day=2026-11-27`, today without it, no day for `?day=none`. What is no day, or a day
 * that has passed, counts as not said.
 *
 * @returns 'YYYY-MM-DD', or undefined for no day
 */
export function dayInAddress(text: string | null, today: string): string | undefined {
  if (text === noDay) return undefined;
  const day = text === null ? undefined : realDay(text);
  return day !== undefined && day >= today ? day : today;
}

/** The chosen day and the way to choose another one, or none. It stands in the address: a reload and a login keep it. */
export function useChosenDay(today: string): [string | undefined, (day: string | undefined) => void] {
  const [parameters, setParameters] = useSearchParams();
  const choose = (day: string | undefined): void =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(parameter, day ?? noDay);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [dayInAddress(parameters.get(parameter), today), choose];
}
