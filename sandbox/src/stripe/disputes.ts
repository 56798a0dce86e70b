import { noSuch } from './failure.ts';
import { type Ledger, newId, nowSeconds } from './ledger.ts';
import type { Charge, Dispute } from './objects.ts';

/** The payer says that they did not make this payment. */
export function openDispute(ledger: Ledger, charge: Charge): void {
  charge.disputed = true;
  const dispute = ledger.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  ledger.record('charge.dispute.created', dispute, undefined);
}

/** The bank has decided; false where there is nothing to decide. The charge stays one that was disputed. */
export function closeDispute(ledger: Ledger, id: string, outcome: 'won' | 'lost'): boolean {
  const dispute = ledger.disputes.find(id);
  if (dispute?.status !== 'needs_response') return false;
  dispute.status = outcome;
  ledger.record('charge.dispute.closed', dispute, undefined);
  return true;
}

export function findDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.disputes.find(id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}
