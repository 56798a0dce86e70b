import { expect, it } from 'vitest';
import { skippedLines } from './series-words.ts';

it('an appointment of a series that was not cancelled is named by the time that was shown', () => {
  const refund = { amount: 0, currency: 'USD', atClinic: 0, byInsurance: 0 };
  const shown = { _id: 'a', version: 1, appointmentDate: 'Jan 12, 2099', slot: '10:30 AM - 11:00 AM', refund };
  const series = { message: '', appointments: [shown, { ...shown, _id: 'b', appointmentDate: 'Jan 19, 2099' }] };
  expect(skippedLines({ skipped: [{ _id: 'b', message: 'It has begun.' }] }, series)).toEqual([
    'Jan 19, 2099, 10:30 AM - 11:00 AM: It has begun.',
  ]);
});
