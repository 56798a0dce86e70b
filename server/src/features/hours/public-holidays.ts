import type Holidays from 'date-holidays';

interface Named {
  readonly code: string;
  readonly name: string;
}

interface PublicHolidays {
  readonly countries: readonly Named[];
  /** The parts of the country that have their own holidays. */
  readonly states: readonly Named[];
  /** 'YYYY-MM-DD' and the name in the country's language, in order. */
  readonly holidays: readonly { readonly date: string; readonly name: string }[];
}

/**
 * The public holidays of a year in a country, or in a part of it, from the package date-holidays. `undefined` if it does
 * not know the country or the part.
 *
 * @param of.country ISO 3166-1; `undefined` returns only the list of countries
 */
export async function publicHolidays(of: {
  country: string | undefined;
  state: string | undefined;
  year: number;
}): Promise<PublicHolidays | undefined> {
  const { country, state, year } = of;
  // Large and rarely used, so it loads on first use.
  const { default: Calendar } = await import('date-holidays');
  const known = new Calendar();
  // The package names some countries only in their own language, like 'Italia'.
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const codes = Object.keys(known.getCountries());
  const countries = named(Object.fromEntries(codes.map((code) => [code, english.of(code) ?? code])));
  if (country === undefined) return { countries, states: [], holidays: [] };
  if (!countries.some(({ code }) => code === country)) return undefined;
  const states = named(known.getStates(country, 'en') ?? {});
  if (state !== undefined && !states.some(({ code }) => code === state)) return undefined;
  const calendar = state === undefined ? new Calendar(country) : new Calendar(country, state);
  const holidays = calendar
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .flatMap(daysOf);
  return { countries, states, holidays };
}

function named(names: Readonly<Record<string, string>>): readonly Named[] {
  return Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Every day of a holiday. `date` is 'YYYY-MM-DD hh:mm:ss' on the wall clock of the country. */
function daysOf({ date, name, start, end }: ReturnType<Holidays['getHolidays']>[number]) {
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000));
  return Array.from({ length: days }, (_, day) => ({ date: first.add({ days: day }).toString(), name }));
}
