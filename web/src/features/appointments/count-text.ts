import type { CountedAppointments } from '@openhours/contract/appointments.ts';
import { counted } from '@openhours/contract/counted.ts';
import { sumText } from '../../clinic/price.ts';

/** '12 appointments', '12 appointments, $720 and €60.00 to pay', or 'More than 10,000 appointments'. */
export function countText({ count, isMore, toPay = [] }: CountedAppointments): string {
  const sums = toPay.map(({ amount, currency }) => sumText(amount, currency));
  const owed = sums.length > 0 ? `, ${isMore ? 'at least ' : ''}${sums.join(' and ')} to pay` : '';
  return `${isMore ? `More than ${count.toLocaleString('en-US')} appointments` : counted(count, 'appointment')}${owed}`;
}
