import type { CardCharge } from '../../providers/card-payments/port.ts';
import type { HostedCharge } from '../../providers/hosted-page/port.ts';
import type { ProvenCharge } from './settle-payment.ts';

/** A card charge that the provider was asked about and that has succeeded. */
export function provenByCard(charge: CardCharge): ProvenCharge {
  const { reference, received, paidAt } = charge;
  return { transactionId: reference, amount: received, risky: false, paidAt };
}

/** A payment on the hosted page that the provider validated. */
export function provenOnPage(charge: HostedCharge): ProvenCharge {
  const { reference, bankReference, amount, taken, risky, paidAt } = charge;
  return { transactionId: reference, bankReference, amount, taken, risky, paidAt };
}
