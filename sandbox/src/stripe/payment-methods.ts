import { type EnteredCard, judgeCard, readyMadeMethods } from './cards.ts';
import { badParameter, noSuch } from './failure.ts';
import { type FormTree, integer, requiredText, subtree, text } from './form.ts';
import { type Ledger, newId, nowSeconds } from './ledger.ts';
import type { BillingDetails, PaymentMethod } from './objects.ts';

/** Creates a payment method from entered card data. The number is checked and not stored. */
export function createPaymentMethod(ledger: Ledger, tree: FormTree): PaymentMethod {
  const type = requiredText(tree, 'type');
  if (type !== 'card') {
    throw badParameter('The sandbox takes cards only.', { param: 'type' });
  }
  const card = subtree(tree, 'card');
  return keep(ledger, {
    card: {
      number: requiredText(card, 'number'),
      expMonth: integer(card, 'exp_month') ?? 0,
      expYear: integer(card, 'exp_year') ?? 0,
      cvc: text(card, 'cvc'),
    },
    billing: subtree(tree, 'billing_details'),
  });
}

/** An existing payment method, or a predefined one of every test account. */
export function findPaymentMethod(ledger: Ledger, id: string): PaymentMethod {
  const existing = ledger.methods.find(id);
  if (existing) return existing;
  const number = Object.hasOwn(readyMadeMethods, id) ? readyMadeMethods[id] : undefined;
  if (number === undefined) throw noSuch('PaymentMethod', id, 'payment_method');
  const expYear = new Date().getUTCFullYear() + 2;
  return keep(ledger, { card: { number, expMonth: 12, expYear, cvc: undefined }, billing: new Map() });
}

function keep(ledger: Ledger, { card, billing }: { card: EnteredCard; billing: FormTree }): PaymentMethod {
  const { details, outcome } = judgeCard(card, new Date());
  const method = ledger.methods.add({
    id: newId('pm'),
    object: 'payment_method',
    billing_details: readBilling(billing),
    card: details,
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
  ledger.outcomes.set(method.id, outcome);
  return method;
}

function readBilling(tree: FormTree): BillingDetails {
  const address = subtree(tree, 'address');
  const line = (name: string) => text(address, name) ?? null;
  return {
    address: {
      city: line('city'),
      country: line('country'),
      line1: line('line1'),
      line2: line('line2'),
      postal_code: line('postal_code'),
      state: line('state'),
    },
    email: text(tree, 'email') ?? null,
    name: text(tree, 'name') ?? null,
    phone: text(tree, 'phone') ?? null,
    tax_id: null,
  };
}
