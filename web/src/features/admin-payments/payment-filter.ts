import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { PaymentState, PaymentWay } from '@openhours/contract/payment.ts';
import { realDay } from '../schedule/civil-date.ts';

/** What the list of payments shows, as in the URL: '' is everything. */
export interface PaymentFilter {
  readonly search: string;
  readonly state: PaymentState | '';
  readonly way: PaymentWay | '';
  /** 'YYYY-MM-DD', both included. */
  readonly from: string;
  readonly to: string;
}

export const states: readonly PaymentState[] = ['paid', 'on-hold', 'refunded'];
export const ways: readonly PaymentWay[] = ['card', 'hosted-page', 'clinic', 'cash', 'terminal', 'insurance'];

/** Reads the filter from the URL. Invalid values are left out. */
export function readFilter(query: URLSearchParams): PaymentFilter {
  const dayIn = (name: string): string => realDay(query.get(name) ?? '') ?? '';
  const [from, to] = [dayIn('from'), dayIn('to')];
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    state: states.find((state) => state === query.get('state')) ?? '',
    way: ways.find((way) => way === query.get('way')) ?? '',
    from,
    to: to < from ? '' : to,
  };
}

/** The shortest query of a filter. */
export function writeFilter(filter: PaymentFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}

/** The filter as parameters of the call. */
export function questionOf({ search, state, way, from, to }: PaymentFilter) {
  return {
    ...(search && { search }),
    ...(state && { state }),
    ...(way && { way }),
    ...(from && { from: mediumDateFromIso(from) }),
    ...(to && { to: mediumDateFromIso(to) }),
  };
}
