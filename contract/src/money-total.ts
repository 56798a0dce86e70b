import * as z from 'zod';
import { ClinicMethod, PayoutMethod, Via } from './payment.ts';
import { Currency, MAX_INTEGER } from './wire.ts';

/** How money came in or went out. */
export const MoneyMethod = z.enum([
  ...Via.exclude(['clinic']).options,
  ...ClinicMethod.options,
  ...PayoutMethod.extract(['transfer']).options,
]);
export type MoneyMethod = z.infer<typeof MoneyMethod>;

/** Of a long time. It may be negative. */
const Sum = z
  .number()
  .min(-MAX_INTEGER * 100)
  .max(MAX_INTEGER * 100);

/**
 * What came in and went out in one way, by the day on which it did. A payment that was recorded by mistake is not received:
 * its correction is subtracted, from the number as well, on the day on which it is made. So the sums of a day that is over
 * never change, and the number and the sums of days after the payment may be negative.
 */
export const MoneyTotal = z.object({
  method: MoneyMethod,
  currency: Currency,
  /** The number of payments. */
  payments: z.number().int(),
  received: Sum,
  refunded: Sum,
  total: Sum,
});
export type MoneyTotal = z.infer<typeof MoneyTotal>;
