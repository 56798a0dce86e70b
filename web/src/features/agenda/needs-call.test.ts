import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { describe, expect, it } from 'vitest';
import { knowsPresent, needsCall } from './needs-call.ts';

const booked: BookingVersion = {
  at: '2024-01-01T10:00:00.000Z',
  as: 'patient',
  byReader: false,
  state: 'booked',
  appointmentDate: 'Jan 8, 2024',
  slot: '09:00 AM - 09:30 AM',
  doctorName: 'Dora Doctor',
};
const byClinic: BookingVersion = { ...booked, as: 'clinic' };
const moved = { ...byClinic, slot: '10:00 AM - 10:30 AM' };
const cancelled = { ...byClinic, state: 'cancelled' } as const;

type Known = Partial<Pick<Booking, 'emails' | 'confirmedAt'>> & { now?: string; toldVersion?: number };

function asksFor(history: readonly [BookingVersion, ...BookingVersion[]], given: Known = {}): boolean {
  const { emails = 'no-address', confirmedAt, toldVersion: version, now = '2024-01-08T08:00:00.000Z' } = given;
  const { state } = history.at(-1) ?? history[0];
  const startsAt = '2024-01-08T09:00:00.000Z';
  return needsCall(
    {
      emails,
      state,
      startsAt,
      history: [...history],
      ...(confirmedAt && { confirmedAt }),
      ...(version && { told: { version, at: '2024-01-03T10:00:00.000Z', by: 'Frida Desk' } }),
    },
    Date.parse(now),
  );
}

describe('a patient who gets no emails has to be called', () => {
  it.each<[string, [BookingVersion, ...BookingVersion[]]]>([
    ['staff moved the appointment', [booked, moved]],
    ['another doctor takes it', [byClinic, { ...byClinic, doctorName: 'Mo Medic' }]],
    ['staff cancelled it', [booked, cancelled]],
    ['it expired', [booked, { ...cancelled, as: 'system' }]],
    ['it was moved, and marked as arrived by mistake', [booked, moved, { ...moved, state: 'arrived' }, moved]],
  ])('when %s', (_, history) => {
    expect(asksFor(history)).toBe(true);
    expect(asksFor(history, { emails: 'on' })).toBe(false);
    expect(asksFor(history, { now: '2024-01-08T09:00:00.000Z' })).toBe(false);
  });
});

describe('nobody has to be called', () => {
  it.each<[string, [BookingVersion, ...BookingVersion[]]]>([
    ['when nothing has changed', [booked]],
    ['about a booking by staff, who told the patient', [byClinic]],
    ['when the patient moved or cancelled it', [booked, { ...moved, as: 'patient' }]],
    ['when it is back at the time that the patient knows', [booked, moved, byClinic]],
    ['when the patient is here', [booked, moved, { ...moved, state: 'arrived' }]],
    ['when the patient did not come', [booked, moved, { ...moved, state: 'no-show' }]],
  ])('%s', (_, history) => {
    expect(asksFor(history)).toBe(false);
  });

  it('when the patient was told how it is now, also if it was marked as arrived by mistake since', () => {
    const toldVersion = 2;
    expect(asksFor([booked, moved], { toldVersion })).toBe(false);
    expect(asksFor([booked, moved, { ...moved, state: 'arrived' }, moved], { toldVersion })).toBe(false);
    expect(asksFor([booked, cancelled], { toldVersion })).toBe(false);
    expect(asksFor([booked, moved, byClinic], { toldVersion })).toBe(true);
    expect(asksFor([booked, moved, cancelled], { toldVersion })).toBe(true);
  });

  it('when the patient has said that they will come, unless it was cancelled since', () => {
    const confirmedAt = '2024-01-02T10:00:00.000Z';
    expect(asksFor([booked, moved], { confirmedAt })).toBe(false);
    expect(asksFor([booked, cancelled], { confirmedAt })).toBe(true);
  });
});

it('that staff told the patient is shown only while it is about the present time', () => {
  const told = { version: 2, at: '2024-01-03T10:00:00.000Z', by: 'Frida Desk' };
  const later = { ...moved, slot: '11:00 AM - 11:30 AM' };
  expect(knowsPresent({ told, history: [booked, moved] })).toBe(true);
  expect(knowsPresent({ told, history: [booked, moved, { ...moved, state: 'no-show' }] })).toBe(true);
  expect(knowsPresent({ told, history: [booked, moved, later] })).toBe(false);
  expect(knowsPresent({ told, history: [booked, moved, later, { ...later, state: 'no-show' }] })).toBe(false);
  expect(knowsPresent({ history: [booked, moved] })).toBe(false);
});
