import { money } from './amounts.ts';
import { badParameter, missing, noSuch, notNow } from './failure.ts';
import { type FormTree, integer, mergeMetadata, oneOf, text } from './form.ts';
import { type Cause, type Ledger, newId, nowSeconds } from './ledger.ts';
import type { Charge, Refund } from './objects.ts';

export function findRefund(ledger: Ledger, id: string): Refund {
  const refund = ledger.refunds.find(id);
  if (!refund) throw noSuch('refund', id);
  return refund;
}

export function findCharge(ledger: Ledger, id: string, param?: string): Charge {
  const charge = ledger.charges.find(id);
  if (!charge) throw noSuch('charge', id, param);
  return charge;
}

/** Gives back a charge or a part of it, never more than what is left of it. */
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
  const isLostOrOpen = ledger.disputes.newestFirst().some((one) => one.charge === charge.id && one.status !== 'won');
  if (isLostOrOpen) {
    throw notNow(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw notNow(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = asked ?? left;
  if (amount > left) {
    const [wanted, rest] = [money(amount, charge.currency), money(left, charge.currency)];
    throw notNow(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${rest})`, {
      param: 'amount',
    });
  }

  const outcome = ledger.outcomes.get(charge.payment_method);
  const atOnce = outcome?.kind !== 'succeeds' || outcome.refunds === 'at-once';
  const refund = ledger.refunds.add({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    status: atOnce ? 'succeeded' : 'pending',
  });
  takeBack(charge, amount);
  ledger.record('refund.created', refund, cause);
  ledger.record('charge.refunded', charge, cause);
  if (!atOnce) {
    const end = outcome.refunds === 'never' ? 'failed' : 'succeeded';
    ledger.timers.after(ledger.processingMs, () => finishRefund(ledger, refund.id, end));
  }
  return refund;
}

export function updateRefund(ledger: Ledger, refund: Refund, tree: FormTree, cause: Cause): Refund {
  refund.metadata = mergeMetadata(tree, refund.metadata);
  ledger.record('refund.updated', refund, cause);
  return refund;
}

/** Ends a pending refund. One that fails leaves the money with the clinic, as if it had never been asked for. */
export function finishRefund(ledger: Ledger, id: string, outcome: 'succeeded' | 'failed'): boolean {
  const refund = ledger.refunds.find(id);
  const charge = refund && ledger.charges.find(refund.charge);
  if (refund?.status !== 'pending' || !charge) return false;
  refund.status = outcome;
  if (outcome === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card';
    takeBack(charge, -refund.amount);
    ledger.record('refund.failed', refund, undefined);
  }
  ledger.record('refund.updated', refund, undefined);
  ledger.record('charge.refund.updated', refund, undefined);
  return true;
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

function takeBack(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}
