import { money, refuseTooPrecise } from './amounts.ts';
import { enter } from './balance.ts';
import { findCharge } from './charges.ts';
import type { RefundStart } from './control.ts';
import { badParameter, missing, noSuch, notNow } from './failure.ts';
import { type FormTree, integer, mergeMetadata, oneOf, text } from './form.ts';
import { type Cause, type Ledger, newId, nowSeconds } from './ledger.ts';
import type { Charge, Refund, RefundStatus } from './objects.ts';

export function findRefund(ledger: Ledger, id: string): Refund {
  const refund = ledger.refunds.find(id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}

/** Refunds a charge in full or in part, at most its remaining amount. */
export function createRefund(ledger: Ledger, tree: FormTree, cause: Cause): Refund {
  const asked = integer(tree, 'amount');
  if (asked !== undefined && asked < 1) {
    throw badParameter('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  const reason = oneOf(tree, 'reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const metadata = mergeMetadata(tree);
  const charge = findRefundable(ledger, tree);
  const amount = asked ?? charge.amount - charge.amount_refunded;
  refuseTooPrecise(amount, charge.currency);
  refuseTooMuch(ledger, charge, amount);

  const { start, end } = courseOf(ledger, charge);
  const before = structuredClone(charge);
  const id = newId('re');
  const refund = ledger.refunds.add({
    id,
    object: 'refund',
    amount,
    balance_transaction: enter(ledger, { category: 'refund', amount: -amount, currency: charge.currency, source: id })
      .id,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: start,
    transfer_reversal: null,
    ...detailsOf(start, charge),
  });
  addRefunded(charge, amount);
  ledger.record('refund.created', refund, cause);
  ledger.record('charge.refunded', charge, cause, before);
  if (end) endSoon(ledger, refund, end);
  return refund;
}

function endSoon(ledger: Ledger, { id }: Refund, end: 'succeeded' | 'failed'): void {
  ledger.timers.after(ledger.processingMs, () => changeRefund(ledger, id, end));
}

/** After a restart: refunds whose card decides what becomes of them go on. */
export function resumeRefunds(ledger: Ledger): void {
  for (const refund of ledger.refunds.newestFirst()) {
    const charge = ledger.charges.find(refund.charge);
    const { start, end } = charge ? courseOf(ledger, charge) : {};
    if (end && refund.status === start) endSoon(ledger, refund, end);
  }
}

function refuseTooMuch(ledger: Ledger, charge: Charge, amount: number): void {
  const blocked = ledger.disputes.newestFirst().some((one) => one.charge === charge.id && !one.is_charge_refundable);
  if (blocked) {
    throw notNow(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw notNow(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount > left) {
    const [wanted, rest] = [money(amount, charge.currency), money(left, charge.currency)];
    throw notNow(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }
}

/** The first state of a refund of this charge, and the one that follows after `processingMs`. */
function courseOf(ledger: Ledger, charge: Charge): { start: RefundStart; end?: 'succeeded' | 'failed' } {
  if (ledger.refundsStart) return { start: ledger.refundsStart };
  const outcome = ledger.outcomes.get(charge.payment_method);
  switch (outcome?.kind === 'succeeds' ? outcome.refunds : 'at-once') {
    case 'at-once':
      return { start: 'succeeded' };
    case 'later':
      return { start: 'pending', end: 'succeeded' };
    case 'fails-later':
      return { start: 'succeeded', end: 'failed' };
  }
}

/** Stripe's details of a state: why it is pending, what the payer must do, or why it failed. */
function detailsOf(
  status: RefundStatus,
  { billing_details }: Charge,
): Pick<Refund, 'pending_reason' | 'next_action' | 'failure_reason'> {
  switch (status) {
    case 'pending':
      return { pending_reason: 'processing' };
    case 'requires_action': {
      const email_sent = { email_sent_at: nowSeconds(), email_sent_to: billing_details.email ?? 'payer@example.com' };
      const display_details = { email_sent, expires_at: nowSeconds() + 45 * 86_400 };
      return { next_action: { type: 'display_details', display_details } };
    }
    case 'failed':
      return { failure_reason: 'expired_or_canceled_card' };
    case 'canceled':
      return { failure_reason: 'merchant_request' };
    case 'succeeded':
      return {};
  }
}

export function updateRefund(ledger: Ledger, refund: Refund, tree: FormTree, cause: Cause): Refund {
  const before = structuredClone(refund);
  refund.metadata = mergeMetadata(tree, refund.metadata);
  ledger.record('refund.updated', refund, cause, before);
  return refund;
}

/** The transitions. A bank can return the money long after a refund succeeded. */
const next: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
  failed: [],
  canceled: [],
};

export const refundStates = Object.keys(next) as RefundStatus[];

/** The states that can follow the current one. */
export function nextRefundStates({ status }: Refund): readonly RefundStatus[] {
  return next[status];
}

/** Changes the state of a refund. If it fails or is canceled, the clinic keeps the money. */
export function changeRefund(ledger: Ledger, id: string, status: RefundStatus, cause?: Cause): boolean {
  const refund = ledger.refunds.find(id);
  const charge = refund && ledger.charges.find(refund.charge);
  if (!charge || !next[refund.status].includes(status)) return false;
  const before = structuredClone(refund);
  delete refund.pending_reason;
  delete refund.next_action;
  Object.assign(refund, detailsOf(status, charge), { status });
  if (status === 'failed' || status === 'canceled') {
    const { amount, currency } = refund;
    refund.failure_balance_transaction = enter(ledger, { category: 'refund_failure', amount, currency, source: id }).id;
    addRefunded(charge, -amount);
  }
  ledger.record('refund.updated', refund, cause, before);
  ledger.record('charge.refund.updated', refund, cause, before);
  if (status === 'failed') ledger.record('refund.failed', refund, cause, before);
  return true;
}

/** The API's cancel call: only for a refund that waits for the payer. */
export function cancelRefund(ledger: Ledger, refund: Refund, cause: Cause): Refund {
  if (refund.status !== 'requires_action') {
    throw notNow(`You cannot cancel a refund with a status of ${refund.status}.`);
  }
  changeRefund(ledger, refund.id, 'canceled', cause);
  return refund;
}

function findRefundable(ledger: Ledger, tree: FormTree): Charge {
  const chargeId = text(tree, 'charge');
  const intentId = text(tree, 'payment_intent');
  if (chargeId === undefined && intentId === undefined) throw missing('charge');
  const intent = intentId === undefined ? undefined : ledger.intents.find(intentId);
  if (intentId !== undefined && !intent) throw noSuch('payment_intent', intentId, 'payment_intent');
  const id = chargeId ?? intent?.latest_charge ?? undefined;
  const charge = id === undefined ? undefined : findCharge(ledger, id, 'charge');
  if (!charge?.paid || (intent && charge.payment_intent !== intent.id)) {
    const whose = intent?.id ?? charge?.payment_intent ?? '';
    throw notNow(`This PaymentIntent (${whose}) does not have a successful charge to refund.`, {
      param: intentId === undefined ? 'charge' : 'payment_intent',
    });
  }
  return charge;
}

function addRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}
