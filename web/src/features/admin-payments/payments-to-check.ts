import { counted } from '@openhours/contract/counted.ts';

/** The payments that an admin approves or refuses. */
export const heldPayments = { state: 'on-hold' as const, limit: 200 };

/** '1 payment on hold, 2 differences from the payment provider'. Empty if an admin has nothing to do. */
export function paymentsToCheckText({ held, differences }: { held: number; differences: number }): string {
  return [
    ...(held > 0 ? [`${counted(held, 'payment')} on hold`] : []),
    ...(differences > 0 ? [`${counted(differences, 'difference')} from the payment provider`] : []),
  ].join(', ');
}
