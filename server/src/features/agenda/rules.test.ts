import { describe, expect, it } from 'vitest';
import { clinicDay } from '../schedule/index.ts';
import { hitsMessage, isAheadIn, planBlock, seenCalendar } from './rules.ts';
import { spanOf } from './time-of-day.ts';

describe('whose calendar somebody sees', () => {
  const doctor = { personId: 'doctor', isFrontDesk: false, isAdmin: false };
  const desk = { personId: 'desk', isFrontDesk: true, isAdmin: false };
  const admin = { personId: 'admin', isFrontDesk: false, isAdmin: true };

  it.each([
    [doctor, undefined, { calendarId: 'doctor' }],
    [doctor, 'doctor', { calendarId: 'doctor' }],
    [doctor, 'other', 'not-found'],
    [{ ...doctor, isFrontDesk: true }, 'other', { calendarId: 'other' }],
    [desk, undefined, { calendarId: undefined }],
    [desk, 'other', { calendarId: 'other' }],
    [admin, undefined, { calendarId: undefined }],
  ] as const)('%o asking for %o: %o', (caller, asked, seen) => {
    expect(seenCalendar(caller, asked)).toEqual(seen);
  });
});

describe('a doctor who is away from ten to twelve', () => {
  const away = [{ startMinute: 600, minutes: 120 }];

  it.each([
    [570, 'booked', false],
    [585, 'booked', true],
    [660, 'arrived', true],
    [660, 'in-progress', false],
    [719, 'booked', true],
    [720, 'booked', false],
  ] as const)('misses a half-hour appointment at minute %i that is %s: %s', (startMinute, state, isAway) => {
    expect(isAheadIn(away, { state, startMinute, minutes: 30 })).toBe(isAway);
  });
});

describe('a block', () => {
  const span = { from: 600, to: 660 };
  const busy = (kind: 'booking' | 'hold' | 'block', from: number, to: number, busyUntil = to) => ({
    kind,
    from,
    to,
    busyUntil,
  });

  it('hits the appointments in its time, and neither those that touch it nor holds', () => {
    const others = [
      busy('booking', 570, 600),
      busy('hold', 600, 630),
      busy('booking', 590, 601),
      busy('booking', 659, 700),
      busy('booking', 660, 690),
    ];
    expect(planBlock(span, others)).toEqual({ from: 600, hits: [2, 3] });
    expect(planBlock(span, [busy('booking', 500, 900)])).toEqual({ from: 600, hits: [0] });
    expect(planBlock(span, [])).toEqual({ from: 600, hits: [] });
  });

  it('begins after the buffer of the appointment before it', () => {
    expect(planBlock(span, [busy('booking', 570, 600, 610)])).toEqual({ from: 610, hits: [] });
  });

  it('is refused where all of it is a buffer', () => {
    expect(planBlock(span, [busy('booking', 570, 600, 660)])).toBe('kept-free');
    expect(planBlock(span, [busy('booking', 500, 530, 770)])).toBe('kept-free');
  });

  it('is refused where the clock skips all of it', () => {
    const hour = { startMinute: 0, minutes: 60 };
    expect(planBlock(spanOf(hour, clinicDay('2027-09-05', 'America/Santiago')), [])).toBe('skipped');
    const twoHours = { ...hour, minutes: 120 };
    expect(planBlock(spanOf(twoHours, clinicDay('2027-09-05', 'America/Santiago')), [])).toMatchObject({ hits: [] });
  });

  it.each([
    [busy('block', 640, 700), 'blocked'],
    [busy('block', 660, 700), { from: 600, hits: [] }],
    [busy('block', 500, 600), { from: 600, hits: [] }],
  ] as const)('beside %o: %o', (other, plan) => {
    expect(planBlock(span, [other])).toEqual(plan);
  });

  it('uses the singular for one appointment', () => {
    expect(hitsMessage(1)).toMatch(/^1 appointment is/);
    expect(hitsMessage(2)).toMatch(/^2 appointments are/);
  });
});
