import { enter } from './balance.ts';
import type { NewDispute } from './control.ts';
import { noSuch } from './failure.ts';
import { type Ledger, newId, nowSeconds, nulls } from './ledger.ts';
import type { BalanceTransaction, Charge, Dispute, DisputeStatus } from './objects.ts';

/** Stripe's fee for a dispute, in minor units. */
const fee = 1500;

/** The transitions. An inquiry (`warning_…`) can become a dispute; a lost dispute can be appealed. */
const next: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response', 'prevented'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  prevented: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'lost'],
  appeal_under_review: ['won', 'lost'],
  won: [],
};

/** Opens a dispute of a payment, or an inquiry about it. */
export function openDispute(
  ledger: Ledger,
  charge: Charge,
  { status = 'needs_response', amount = charge.amount }: NewDispute = {},
): Dispute {
  const isInquiry = status === 'warning_needs_response';
  charge.disputed = !isInquiry;
  const dispute = ledger.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, customer_email_address: charge.billing_details.email },
    evidence_details: {
      due_by: nowSeconds() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details.card.brand ?? 'unknown',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: charge.payment_method_details.card.network ?? 'unknown',
        network_reason_code: '83',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status,
  });
  ledger.record('charge.dispute.created', dispute, undefined);
  if (!isInquiry) moveFunds(ledger, dispute, 'dispute');
  return dispute;
}

export const disputeStates = Object.keys(next) as DisputeStatus[];

/** The states that can follow the current one. */
export function nextDisputeStates({ status }: Dispute): readonly DisputeStatus[] {
  return next[status];
}

/** Changes the state of a dispute, and moves the money; false if that state cannot follow. */
export function changeDispute(ledger: Ledger, id: string, status: DisputeStatus): boolean {
  const dispute = ledger.disputes.find(id);
  const charge = dispute && ledger.charges.find(dispute.charge);
  if (!charge || !next[dispute.status].includes(status)) return false;
  const before = structuredClone(dispute);
  dispute.status = status;
  dispute.is_charge_refundable = status.startsWith('warning_') || status === 'won' || status === 'prevented';
  const isClosed = ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
  ledger.record(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute, undefined, before);
  if (status === 'needs_response') {
    charge.disputed = true;
    moveFunds(ledger, dispute, 'dispute');
  }
  if (status === 'won') moveFunds(ledger, dispute, 'dispute_reversal');
  return true;
}

export function findDispute(ledger: Ledger, id: string): Dispute {
  const dispute = ledger.disputes.find(id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}

/** Withdraws the disputed amount and a fee from the clinic's balance, or returns the amount. */
function moveFunds(ledger: Ledger, dispute: Dispute, category: 'dispute' | 'dispute_reversal'): void {
  const before = structuredClone(dispute);
  const { amount, currency, id: source } = dispute;
  const entry: BalanceTransaction =
    category === 'dispute'
      ? enter(ledger, { category, amount: -amount, currency, source, fee })
      : enter(ledger, { category, amount, currency, source });
  dispute.balance_transactions.push(entry);
  const type = category === 'dispute' ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated';
  ledger.record(type, dispute, undefined, before);
}

/** The fields for the clinic's evidence. The sandbox does not support any. */
const noEvidence: Dispute['evidence'] = {
  ...nulls('access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure'),
  ...nulls('cancellation_rebuttal', 'customer_communication', 'customer_email_address', 'customer_name'),
  ...nulls('customer_purchase_ip', 'customer_signature', 'duplicate_charge_documentation'),
  ...nulls('duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'),
  ...nulls('refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date'),
  ...nulls('service_documentation', 'shipping_address', 'shipping_carrier', 'shipping_date'),
  ...nulls('shipping_documentation', 'shipping_tracking_number', 'uncategorized_file', 'uncategorized_text'),
  enhanced_evidence: {},
};
