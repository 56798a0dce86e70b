import { describe, expect, it } from 'vitest';
import type { Fate } from './plan.ts';
import { judge, type Outcomes } from './verdict.ts';

const fate = (channel: Fate['channel'], isUntrue = false): Fate => ({
  channel,
  faults: [],
  isUntrue,
  reports: 'in-time',
});
const fates = [fate('email'), fate('text'), fate('email', true)];
const arrival = (number: number, wasReported = false) => ({ number, messageId: `id-${number}`, wasReported });
const row = (number: number, state = 'sent', delivery: string | null = null) => ({
  id: `id-${number}`,
  number,
  state,
  delivery,
});

/** An email and a text message that arrived, and an email that was no longer true. */
const right: Outcomes = {
  fates,
  rows: [row(0), row(1, 'sent', 'delivered'), row(2, 'dropped')],
  arrived: [arrival(0), arrival(1)],
  reported: new Set(['id-1']),
  unknownTries: () => 0,
  sentAgain: new Map(),
};
const judged = (wrong: Partial<Outcomes>) => judge({ ...right, ...wrong }).faults;

describe('the verdict about messages', () => {
  it('has nothing to say if each arrived, or arrived again after a try without an answer', () => {
    expect(judged({})).toEqual([]);
    expect(judged({ arrived: [...right.arrived, arrival(0)], unknownTries: () => 1 })).toEqual([]);
    const byAdmin = { unknownTries: () => 2, sentAgain: new Map([['id-0', 1]]) };
    expect(judged({ arrived: [arrival(0), arrival(0), ...right.arrived], ...byAdmin })).toEqual([]);
  });

  it.each<[string, Partial<Outcomes>, string]>([
    ['lost', { arrived: [arrival(1)] }, 'email 0 did not arrive'],
    ['still waiting', { rows: [row(0, 'waiting'), ...right.rows.slice(1)] }, 'email 0 is waiting'],
    ['sent again', { arrived: [...right.arrived, arrival(0)] }, 'email 0 arrived 2 times'],
    [
      'sent a third time',
      { arrived: [...right.arrived, arrival(0), arrival(0)], unknownTries: () => 2 },
      'email 0 arrived 3 times',
    ],
    ['sent although it is untrue', { arrived: [...right.arrived, arrival(2)] }, 'email 2 arrived 1 times'],
    [
      'sent again after its delivery was reported',
      { arrived: [arrival(0), arrival(1), arrival(1, true)], unknownTries: () => 1 },
      'text 1 was sent again after its delivery was reported',
    ],
    [
      'not marked as delivered',
      { rows: [row(0), row(1), row(2, 'dropped')] },
      'text 1 was delivered, and is not marked so',
    ],
    [
      'sent with another id',
      { arrived: [arrival(1), { ...arrival(0), messageId: 'another' }] },
      'email 0 changed its id',
    ],
    ['not in the table', { rows: right.rows.slice(1) }, '2 rows of 3'],
  ])('sees a message that is %s', (_, wrong, fault) => {
    expect(judged(wrong)).toEqual([fault]);
  });
});
