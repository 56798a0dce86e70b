import { noSuch } from './failure.ts';
import { type Ledger, newId, nowSeconds, nulls } from './ledger.ts';
import type { CardDetails, Charge, PaymentIntent, PaymentMethod } from './objects.ts';

export function findCharge(ledger: Ledger, id: string, param?: string): Charge {
  const charge = ledger.charges.find(id);
  if (!charge) throw noSuch('charge', id, param);
  return charge;
}

/** A charge for an intent, before its outcome is known. */
export function newCharge(intent: PaymentIntent, method: PaymentMethod) {
  return {
    id: newId('ch'),
    object: 'charge',
    ...nulls('application', 'application_fee', 'application_fee_amount', 'customer', 'failure_balance_transaction'),
    ...nulls('on_behalf_of', 'receipt_number', 'receipt_url', 'review', 'shipping', 'source', 'source_transfer'),
    ...nulls('statement_descriptor', 'statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: false,
    created: nowSeconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: chargedCard(method.card, intent.amount), type: 'card' },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: 'failed',
  } satisfies Charge;
}

/** The card in a charge: includes how it was charged, and not its other capabilities. */
function chargedCard(
  { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status }: CardDetails,
  amount: number,
) {
  return {
    ...nulls('authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
    ...nulls('network_transaction_id', 'three_d_secure', 'transaction_link_id', 'wallet'),
    amount_authorized: amount,
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    funding,
    last4,
    network: brand,
    regulated_status,
  } satisfies Charge['payment_method_details']['card'];
}
