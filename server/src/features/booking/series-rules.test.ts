import { expect, it } from 'vitest';
import { seriesMessage } from './series-rules.ts';

const reader = { as: 'clinic', patientName: 'Pat' } as const;
const refund = (minor: number, currency: string, atClinicMinor = 0) => ({
  minor,
  currency,
  atClinicMinor,
  insuranceMinor: 0,
});

it('what is refunded of a series is a sum for each currency and each way in which it goes back', () => {
  const refunds = [refund(5000, 'USD'), refund(7000, 'USD', 6000), refund(1000, 'EUR'), refund(0, 'GBP')];
  expect(seriesMessage(refunds, { ...reader, hasMoney: false })).toBe(
    'Pat gets back $60.00 online. Give $60.00 back to Pat at the clinic, where it was paid, and record it. ' +
      'Pat gets back €10.00 online.',
  );
});

it('a series of which nothing is refunded is called unpaid only if nothing was paid', () => {
  const refunds = [refund(0, 'USD')];
  expect(seriesMessage(refunds, { ...reader, hasMoney: true })).toBe('Nothing is refunded now.');
  expect(seriesMessage(refunds, { ...reader, hasMoney: false })).toBe('Pat has paid nothing, so nothing is refunded.');
});
