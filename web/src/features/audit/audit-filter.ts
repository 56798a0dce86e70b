import type { AuditAction, AuditOutcome } from '@openhours/contract/audit.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { realDay } from '../schedule/civil-date.ts';
import { actionWords, outcomeWords } from './audit-words.ts';

/** The filter as URL and form have it: '' is everything, days are 'YYYY-MM-DD'. */
export type AuditFilter = Readonly<Record<(typeof fields)[number], string>>;

const fields = ['who', 'what', 'on', 'outcome', 'from', 'to'] as const;

export const noFilter: AuditFilter = { who: '', what: '', on: '', outcome: '', from: '', to: '' };

export function readFilter(query: URLSearchParams): AuditFilter {
  const known: Partial<Record<(typeof fields)[number], readonly string[]>> = {
    what: Object.keys(actionWords),
    outcome: Object.keys(outcomeWords),
  };
  const filter = { ...noFilter };
  for (const field of fields) {
    const value = (query.get(field) ?? '').trim().slice(0, 100);
    if (known[field]?.includes(value) ?? true) filter[field] = value;
  }
  return { ...filter, from: realDay(filter.from) ?? '', to: realDay(filter.to) ?? '' };
}

export function writeFilter(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(fields.flatMap((field) => (filter[field].trim() ? [[field, filter[field].trim()]] : [])));
}

/** The filter as parameters of the call. */
export function questionOf(filter: AuditFilter) {
  const { who, on, from, to } = filter;
  const what = keysOf(actionWords).find((action) => action === filter.what);
  const outcome = keysOf(outcomeWords).find((known) => known === filter.outcome);
  return {
    ...(who && { who }),
    ...(on && { on }),
    ...(what && { what }),
    ...(outcome && { outcome }),
    ...(from && { from: mediumDateFromIso(from) }),
    ...(to && { to: mediumDateFromIso(to) }),
  };
}

/** The keys of a record, typed. */
function keysOf<Key extends AuditAction | AuditOutcome>(words: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(words) as Key[];
}
