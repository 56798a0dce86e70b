import { addDays, clinicDay, type Span } from '../schedule/index.ts';

/** A time zone that the clinic had until an instant. */
export interface FormerTimeZone {
  readonly until: Date;
  readonly timeZone: string;
}

/**
 * The time of these days by the clock that the clinic had then: one span, or more if its time zone changed. Money that came in
 * stays on its day when the time zone changes (decision 27). Pure.
 *
 * @param days.first 'YYYY-MM-DD'; `last` is included. Without one of them, the days have no beginning or no end
 * @param zones.former in order
 */
export function spansOfDays(
  { first, last }: { readonly first?: string | undefined; readonly last?: string | undefined },
  { former, timeZone }: { readonly former: readonly FormerTimeZone[]; readonly timeZone: string },
): readonly Span[] {
  return [...former, { until: undefined, timeZone }].flatMap((zone, at) => {
    const begins = (day: string) => clinicDay(day, zone.timeZone).beginsAt;
    const from = Math.max(
      first === undefined ? Number.NEGATIVE_INFINITY : begins(first),
      former[at - 1]?.until.getTime() ?? Number.NEGATIVE_INFINITY,
    );
    const to = Math.min(
      last === undefined ? Number.POSITIVE_INFINITY : begins(addDays(last, 1)),
      zone.until?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    return from < to ? [{ from, to }] : [];
  });
}
