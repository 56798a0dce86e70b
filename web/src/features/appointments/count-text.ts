import type { CountedAppointments } from '@openhours/contract/appointments.ts';
import { counted } from '@openhours/contract/counted.ts';
import { amountText } from '@openhours/contract/money.ts';

/** '12 appointments', or '12 appointments, $720.00 and €60.00 to pay'. */
export function countText({ count, toPay = [] }: CountedAppointments): string {
  const sums = toPay.map(({ amount, currency }) => amountText(amount, currency));
  return `${counted(count, 'appointment')}${sums.length > 0 ? `, ${sums.join(' and ')} to pay` : ''}`;
}
