/** What a search for a patient means: dates of birth, or digits of a phone number; otherwise words. */
export interface PatientSearch {
  /** 'YYYY-MM-DD'. Two, if day and month can be told either way. */
  readonly datesOfBirth: readonly string[];
  readonly digits: string | undefined;
}

const FEWEST_DIGITS = 4;

/** Reads what the front desk typed. Pure. */
export function readPatientSearch(search: string): PatientSearch {
  const text = search.trim();
  const datesOfBirth = readDates(text);
  if (datesOfBirth.length > 0) return { datesOfBirth, digits: undefined };
  // Numbers are stored as '+49301234': what is dialled within the country begins with a 0 instead.
  const digits = /^\+?[\d\s()/.-]+$/.test(text) ? text.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  return { datesOfBirth, digits: digits.length < FEWEST_DIGITS ? undefined : digits };
}

/** '1980-01-31', '31.1.1980', '1/31/1980'. */
function readDates(text: string): readonly string[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return [dateOf(iso[1], iso[2], iso[3])].filter((date) => date !== undefined);
  const local = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!local) return [];
  const [, one, , two, year] = local;
  const dates = [dateOf(year, two, one), dateOf(year, one, two)].filter((date) => date !== undefined);
  return [...new Set(dates)];
}

function dateOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}
