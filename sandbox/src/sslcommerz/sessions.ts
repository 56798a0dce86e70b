import { randomBytes } from 'node:crypto';
import type { Choice, HostedPayment, HostedRefundStatus } from './control.ts';
import { afterFee, type Price, readPrice, writeHundredths } from './money.ts';

/** One attempt to pay, from the shop's request to the last refund. */
export interface Session {
  sessionKey: string;
  /** The shop's request, as received. */
  request: ReadonlyMap<string, string>;
  price: Price;
  status: HostedPayment['status'];
  riskLevel: '0' | '1';
  /** When the customer chose; until then, when the session began. */
  at: Date;
  validationId: string;
  bankTransactionId: string;
  validatedOn: Date | undefined;
  refunds: SessionRefund[];
}

export interface SessionRefund {
  reference: string;
  /** The shop's own id for it. */
  refundTransactionId: string;
  bdt: number;
  remarks: string;
  status: HostedRefundStatus;
  initiatedOn: Date;
  refundedOn: Date | undefined;
}

const mandatory = [
  'total_amount',
  'currency',
  'tran_id',
  'product_category',
  'success_url',
  'fail_url',
  'cancel_url',
  'cus_name',
  'cus_email',
  'cus_add1',
  'cus_city',
  'cus_postcode',
  'cus_country',
  'cus_phone',
  'shipping_method',
  'product_name',
  'product_profile',
] as const;
const longest: Readonly<Record<string, number>> = {
  tran_id: 30,
  cus_name: 50,
  cus_email: 50,
  cus_phone: 20,
  product_name: 255,
};

/** Opens a session for a complete request; a string is the reason for a refusal. */
export function openSession(request: ReadonlyMap<string, string>): Session | string {
  for (const name of mandatory) {
    if (!request.get(name)) return `Invalid Information! '${name}' is missing or empty.`;
  }
  for (const [name, length] of Object.entries(longest)) {
    if ((request.get(name) ?? '').length > length) return `Invalid Information! '${name}' is too long.`;
  }
  for (const name of ['success_url', 'fail_url', 'cancel_url', 'ipn_url']) {
    const url = request.get(name);
    if (url && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return `Invalid Information! '${name}' is no URL.`;
  }
  const price = readPrice(request.get('total_amount') ?? '', request.get('currency') ?? '');
  if (typeof price === 'string') return price;
  return {
    sessionKey: randomBytes(16).toString('hex').toUpperCase(),
    request,
    price,
    status: 'PENDING',
    riskLevel: '0',
    at: new Date(),
    validationId: '',
    bankTransactionId: '',
    validatedOn: undefined,
    refunds: [],
  };
}

const statusAfter = {
  pay: 'VALID',
  'pay-with-risk': 'VALID',
  fail: 'FAILED',
  cancel: 'CANCELLED',
  expire: 'EXPIRED',
  leave: 'UNATTEMPTED',
} as const satisfies Record<Choice, Session['status']>;

/** Performs the customer's choice, with the bank's reference. A finished session does not change. */
export function settle(session: Session, choice: Choice, bankReference: string | undefined): void {
  if (session.status !== 'PENDING') return;
  session.at = new Date();
  session.status = statusAfter[choice];
  session.riskLevel = choice === 'pay-with-risk' ? '1' : '0';
  if (session.status === 'VALID') session.validationId = newReference(session.at);
  if (session.status === 'VALID' || session.status === 'FAILED') {
    session.bankTransactionId = bankReference ?? newReference(session.at);
  }
}

function newReference(at: Date): string {
  return `${dhakaTime(at).replace(/\D/g, '')}${randomBytes(7).toString('hex')}`;
}

export function wasPaid({ status }: Session): boolean {
  return status === 'VALID' || status === 'VALIDATED';
}

/** The remaining amount, in hundredths of a taka. */
export function refundable(session: Session): number {
  const given = session.refunds.filter(({ status }) => status !== 'cancelled').map(({ bdt }) => bdt);
  return session.price.bdt - given.reduce((sum, bdt) => sum + bdt, 0);
}

/** The fields that describe a transaction, the same in notifications, validation and queries. */
export function describe(session: Session): Record<string, string> {
  const { price, request } = session;
  const paid = wasPaid(session);
  const card = session.bankTransactionId !== '';
  return {
    status: session.status,
    tran_date: dhakaTime(session.at),
    tran_id: request.get('tran_id') ?? '',
    val_id: session.validationId,
    amount: writeHundredths(price.bdt),
    store_amount: paid ? writeHundredths(afterFee(price.bdt)) : '0.00',
    currency: 'BDT',
    bank_tran_id: session.bankTransactionId,
    card_type: card ? 'VISA-Dutch Bangla' : '',
    card_no: card ? '411111XXXXXX1111' : '',
    card_issuer: card ? 'SANDBOX BANK' : '',
    card_brand: card ? 'VISA' : '',
    card_issuer_country: card ? 'Bangladesh' : '',
    card_issuer_country_code: card ? 'BD' : '',
    currency_type: price.currency,
    currency_amount: writeHundredths(price.amount),
    currency_rate: (price.rate / 10_000).toFixed(4),
    base_fair: '0.00',
    value_a: request.get('value_a') ?? '',
    value_b: request.get('value_b') ?? '',
    value_c: request.get('value_c') ?? '',
    value_d: request.get('value_d') ?? '',
    risk_level: session.riskLevel,
    risk_title: session.riskLevel === '1' ? 'High' : 'Safe',
  };
}

/** The fields that the gateway posts about a session, through the browser and as a notification, before signing. */
export function notification(session: Session, storeId: string): Record<string, string> {
  const fields = { ...describe(session), store_id: storeId };
  if (session.status === 'FAILED') return { ...fields, error: 'Declined by the bank' };
  if (session.status === 'CANCELLED') return { ...fields, error: 'Cancelled by User' };
  if (!wasPaid(session)) return fields;
  // A notification says VALID even after the shop has validated the payment.
  return { ...fields, status: 'VALID' };
}

/** The address to which the customer's browser posts the notification's fields. */
export function returnUrl({ status, request }: Session): string {
  if (status === 'VALID' || status === 'VALIDATED') return request.get('success_url') ?? '';
  return request.get(status === 'CANCELLED' ? 'cancel_url' : 'fail_url') ?? '';
}

/** The gateway's times are in the zone of Dhaka, without an offset: '2026-05-08 15:53:49'. */
export function dhakaTime(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Asia/Dhaka' });
}
