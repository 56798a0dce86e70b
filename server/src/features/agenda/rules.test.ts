import { describe, expect, it } from 'vitest';
import { seenCalendar } from './rules.ts';

describe('whose calendar somebody sees', () => {
  const doctor = { personId: 'doctor', isFrontDesk: false, isAdmin: false };
  const desk = { personId: 'desk', isFrontDesk: true, isAdmin: false };
  const admin = { personId: 'admin', isFrontDesk: false, isAdmin: true };

  it.each([
    [doctor, undefined, { calendarId: 'doctor' }],
    [doctor, 'doctor', { calendarId: 'doctor' }],
    [doctor, 'other', 'not found'],
    [{ ...doctor, isFrontDesk: true }, 'other', { calendarId: 'other' }],
    [desk, undefined, { calendarId: undefined }],
    [desk, 'other', { calendarId: 'other' }],
    [admin, undefined, { calendarId: undefined }],
  ] as const)('%o asking for %o: %o', (caller, asked, seen) => {
    expect(seenCalendar(caller, asked)).toEqual(seen);
  });
});
