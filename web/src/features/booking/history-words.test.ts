import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { expect, it } from 'vitest';
import { historyLines } from './history-words.ts';

const first: BookingVersion = {
  at: '2026-11-23T10:00:00.000Z',
  as: 'patient',
  byReader: true,
  state: 'booked',
  appointmentDate: 'Nov 24, 2026',
  slot: '09:00 AM - 09:30 AM',
  doctorName: 'Dora Doctor',
};

it('says who did what, and why', () => {
  const history: readonly BookingVersion[] = [
    first,
    { ...first, slot: '10:00 AM - 10:30 AM' },
    { ...first, slot: '11:00 AM - 11:30 AM', doctorName: 'Mo Medic', as: 'clinic', byReader: false },
    { ...first, state: 'arrived', as: 'clinic', by: 'Frida Desk', byReader: false },
    { ...first, as: 'doctor', byReader: false },
    { ...first, state: 'cancelled', as: 'doctor', byReader: false, reason: 'I am ill.' },
    { ...first, as: 'system', byReader: false },
    { ...first, state: 'cancelled', reason: 'The patient cancelled it.' },
  ];
  expect(historyLines(history).map(({ what, who, why }) => [what, who, why])).toEqual([
    ['Booked', 'You', undefined],
    ['Moved to Nov 24, 2026, 10:00 AM - 10:30 AM', 'You', undefined],
    ['Moved to Nov 24, 2026, 11:00 AM - 11:30 AM, with Dr. Mo Medic', 'The clinic', undefined],
    ['Arrived', 'Frida Desk', undefined],
    ['Set back to booked', 'The doctor', undefined],
    ['Cancelled', 'The doctor', 'I am ill.'],
    ['Booked again', 'Automatically', undefined],
    ['Cancelled', 'You', undefined],
  ]);
});
