import { readFileSync } from 'node:fs';
import { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWaiting, statesAhead, TRANSITIONS, whyNotBecome } from './states.ts';

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const states = BookingState.options;

it('ARCHITECTURE.md prints the current table', () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [
    row(['from', ...states]),
    row(['', ...states].map(() => '---')),
    ...states.map((from) => row([`**${from}**`, ...states.map((to) => TRANSITIONS[from][to] ?? '')])),
  ].join('\n');
  expect(textOf('../../../../ARCHITECTURE.md')).toContain(table);
});

it('the trigger of the database knows the same transitions', () => {
  const migration = textOf('../../database/migrations/0004_appointments.sql');
  const [, inTrigger = ''] = /OLD\.state \|\| ' ' \|\| NEW\.state\) <> ALL \(ARRAY\[([^\]]*)\]/.exec(migration) ?? [];
  const known = states.flatMap((from) =>
    states.filter((to) => TRANSITIONS[from][to] !== undefined).map((to) => `${from} ${to}`),
  );
  expect(new Set([...inTrigger.matchAll(/'([^']+)'/g)].map(([, pair]) => pair))).toEqual(new Set(known));
});

const startsAt = new Date('2024-01-08T09:00:00Z');
const booking = {
  state: 'booked',
  day: '2024-01-08',
  startsAt,
  arrivedAfterNoShow: false,
} as const;
const at = (time: string, as: ChangedAs = 'clinic') => ({ as, now: new Date(time), timeZone: 'Europe/Berlin' });

it('a patient arrives on the day of the appointment at the earliest, by the clock of the clinic', () => {
  expect(whyNotBecome('arrived', booking, at('2024-01-07T22:59:00Z'))).toBe('DAY_AHEAD');
  expect(whyNotBecome('arrived', booking, at('2024-01-07T23:00:00Z'))).toBeUndefined();
});

it('nobody is a no-show before the appointment begins; afterwards at any time', () => {
  expect(whyNotBecome('no-show', booking, at('2024-01-08T08:59:59Z'))).toBe('NOT_BEGUN');
  expect(whyNotBecome('no-show', booking, at('2024-01-08T09:00:00Z'))).toBeUndefined();
  expect(whyNotBecome('no-show', booking, at('2024-02-01T09:00:00Z'))).toBeUndefined();
});

it('staff record what happened, or undo a mistake, on a later day too', () => {
  const later = at('2024-02-01T09:00:00Z');
  const ahead = (state: BookingState) => statesAhead({ ...booking, state }, later);
  expect(ahead('booked')).toEqual(['arrived', 'no-show', 'cancelled']);
  expect(ahead('arrived')).toEqual(['in-progress', 'booked', 'cancelled']);
  expect(ahead('in-progress')).toEqual(['done', 'arrived']);
  expect(ahead('done')).toEqual(['in-progress']);
  expect(ahead('no-show')).toEqual(['booked', 'arrived']);
});

it('an arrival is undone to what it was before: booked, or a no-show', () => {
  for (const arrivedAfterNoShow of [false, true]) {
    const arrived = { ...booking, state: 'arrived', arrivedAfterNoShow } as const;
    const undone = (to: 'booked' | 'no-show') => whyNotBecome(to, arrived, at('2024-01-08T10:00:00Z'));
    expect(undone('booked')).toBe(arrivedAfterNoShow ? 'IMPOSSIBLE' : undefined);
    expect(undone('no-show')).toBe(arrivedAfterNoShow ? undefined : 'IMPOSSIBLE');
    expect(whyNotBecome('in-progress', arrived, at('2024-01-08T10:00:00Z'))).toBeUndefined();
  }
  const begun = { ...booking, state: 'in-progress' } as const;
  expect(whyNotBecome('arrived', begun, at('2024-01-08T10:00:00Z'))).toBeUndefined();
});

it('patients wait until they are seen', () => {
  expect(states.filter((state) => isWaiting({ state }))).toEqual(['booked', 'arrived']);
});

it('a patient cancels until the appointment begins; staff also afterwards, until the doctor has begun', () => {
  expect(whyNotBecome('cancelled', booking, at('2024-01-08T08:59:59Z', 'patient'))).toBeUndefined();
  expect(whyNotBecome('cancelled', booking, at('2024-01-08T09:00:00Z', 'patient'))).toBe('HAS_BEGUN');
  expect(whyNotBecome('cancelled', booking, at('2024-01-08T12:00:00Z'))).toBeUndefined();
  const arrived = { ...booking, state: 'arrived' } as const;
  expect(whyNotBecome('cancelled', arrived, at('2024-01-08T08:00:00Z', 'patient'))).toBe('NOT_YOURS');
  expect(whyNotBecome('cancelled', arrived, at('2024-01-08T12:00:00Z'))).toBeUndefined();
  const inProgress = { ...booking, state: 'in-progress' } as const;
  expect(whyNotBecome('cancelled', inProgress, at('2024-01-08T12:00:00Z'))).toBe('IMPOSSIBLE');
});

it('only the system restores a cancelled appointment, and a patient changes nothing but to cancel', () => {
  const cancelled = { ...booking, state: 'cancelled' } as const;
  for (const as of ChangedAs.options) {
    const ahead = statesAhead(cancelled, at('2024-01-06T09:00:00Z', as));
    expect(ahead).toEqual(as === 'system' ? ['booked'] : []);
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.constantFrom(...states),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2024-02-01'), noInvalidDate: true }),
      (from, to, now) => {
        const why = whyNotBecome(to, { ...booking, state: from }, { ...at('2024-01-01', 'patient'), now });
        expect(why === undefined).toBe(from === 'booked' && to === 'cancelled' && now < startsAt);
      },
    ),
  );
});
