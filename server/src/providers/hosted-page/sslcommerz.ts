import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { decimalsOf, type Money, moneyFromPrice } from '../../money.ts';
import type { ProviderRefund } from '../provider-refund.ts';
import { ProviderUnavailable } from '../provider-unavailable.ts';
import type { HostedCharge, HostedNotice, HostedPayments } from './port.ts';

const DEADLINE_MILLIS = 8_000;
const MOST_SIGNED_FIELDS = 60;
/** What a signature has to cover, or it says nothing about this payment. */
const MUST_BE_SIGNED = ['tran_id', 'amount', 'status'];

export interface SslcommerzStore {
  readonly storeId: string;
  readonly storePassword: string;
  readonly live: boolean;
  /** Where the gateway is, without a trailing slash. */
  readonly gatewayUrl: string;
  /** Whether an address lies on a host of the gateway: only there a browser is sent. */
  readonly isPage: (url: URL) => boolean;
  /** Where it posts its notifications to, and the browser on its way back. */
  readonly callbacks: Readonly<Record<'ipn' | 'success' | 'fail' | 'cancel', string>>;
}

export const SSLCOMMERZ_LIVE_URL = 'https://securepay.sslcommerz.com';
export const SSLCOMMERZ_TEST_URL = 'https://sandbox.sslcommerz.com';

/** The gateway's own hosts, by https. */
export function isSslcommerzPage({ protocol, hostname, port }: URL): boolean {
  return (
    protocol === 'https:' && port === '' && (hostname === 'sslcommerz.com' || hostname.endsWith('.sslcommerz.com'))
  );
}

const text = z.string().catch('');
const Session = z.object({ status: text, failedreason: text, GatewayPageURL: text });
const Transaction = z.object({
  status: z.string(),
  tran_id: z.string(),
  val_id: text,
  amount: z.coerce.string(),
  currency: text,
  currency_type: z.string(),
  currency_amount: z.coerce.string(),
  bank_tran_id: text,
  risk_level: z.coerce.string().catch('1'),
  tran_date: text,
});
const Found = z.object({ APIConnect: text, element: z.array(z.unknown()).catch([]) });
const RefundAnswer = z.object({
  APIConnect: text,
  status: text,
  refund_ref_id: text,
  errorReason: text,
});

/**
 * The hosted page of SSLCommerz (its document, version 4), or of the sandbox that speaks the same protocol. What a
 * notification says is never believed: its signature is a first filter, and the gateway's validation decides.
 */
export function createSslcommerzPayments(store: SslcommerzStore): HostedPayments {
  const credentials = { store_id: store.storeId, store_passwd: store.storePassword };

  async function ask(path: string, parameters: Record<string, string>, method: 'GET' | 'POST'): Promise<unknown> {
    const form = new URLSearchParams({ ...parameters, ...credentials });
    const url = method === 'GET' ? `${store.gatewayUrl}${path}?${form.toString()}` : `${store.gatewayUrl}${path}`;
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MILLIS),
        ...(method === 'POST' ? { body: form } : {}),
      });
      if (!response.ok) throw new Error(`It answered ${response.status}.`);
      return await response.json();
    } catch (error) {
      // The store's password is in the address: nothing of the request goes into a message.
      const why = error instanceof Error ? error.name : 'unknown';
      throw new ProviderUnavailable(`The hosted page's provider did not answer ${path} (${why}).`);
    }
  }

  async function validate(validationId: string): Promise<HostedCharge | undefined> {
    const answer = Transaction.safeParse(
      await ask('/validator/api/validationserverAPI.php', { val_id: validationId, v: '1', format: 'json' }, 'GET'),
    );
    return answer.success ? chargeOf(answer.data) : undefined;
  }

  const askAboutTransactions = (parameters: Record<string, string>) =>
    ask('/validator/api/merchantTransIDvalidationAPI.php', { ...parameters, v: '1', format: 'json' }, 'GET');

  async function findRefund({ reference, refundId, amount }: { reference: string; refundId: string; amount: Money }) {
    const answer = RefundAnswer.parse(await askAboutTransactions({ refund_ref_id: reference }));
    refuseUnconnected(answer.APIConnect);
    return { reference, refundId, amount, ...refundStateOf(answer) };
  }

  return {
    name: 'sslcommerz',
    live: store.live,
    deadlineMillis: DEADLINE_MILLIS,

    async open({ reference, amount, description, patient }) {
      const { ipn, success, fail, cancel } = store.callbacks;
      const answer = Session.parse(
        await ask(
          '/gwprocess/v4/api.php',
          {
            total_amount: decimal(amount),
            currency: amount.currency,
            tran_id: reference,
            success_url: success,
            fail_url: fail,
            cancel_url: cancel,
            ipn_url: ipn,
            product_name: description,
            product_category: 'Appointment',
            product_profile: 'non-physical-goods',
            num_of_item: '1',
            shipping_method: 'NO',
            emi_option: '0',
            cus_name: patient.name.slice(0, 50),
            cus_email: patient.email.slice(0, 50),
            cus_phone: patient.phone.slice(0, 20) || 'none',
            // The gateway insists on an address; the clinic does not ask for one.
            cus_add1: 'none',
            cus_city: 'none',
            cus_postcode: '0000',
            cus_country: 'none',
          },
          'POST',
        ),
      );
      if (answer.status !== 'SUCCESS') {
        const { failedreason: why } = answer;
        // There are no codes; what it says about an amount is about the one thing of ours that can be wrong with it.
        return /amount/i.test(why) ? { kind: 'amount-refused' } : { kind: 'refused', why };
      }
      const url = URL.canParse(answer.GatewayPageURL) ? new URL(answer.GatewayPageURL) : undefined;
      if (!url || !store.isPage(url)) return { kind: 'refused', why: "its page is not on one of the provider's hosts" };
      return { kind: 'opened', url: url.href };
    },

    readNotice(fields) {
      return isSigned(fields, store.storePassword) ? noticeIn(fields) : undefined;
    },

    async find({ reference, validationId }) {
      if (validationId !== undefined) {
        const validated = await validate(validationId);
        if (validated) return validated;
      }
      const answer = Found.parse(await askAboutTransactions({ tran_id: reference }));
      refuseUnconnected(answer.APIConnect);
      const tries = answer.element.flatMap((element) => {
        const read = Transaction.safeParse(element);
        return read.success && read.data.tran_id === reference ? [read.data] : [];
      });
      const paid = tries.find(({ status }) => status === 'VALID' || status === 'VALIDATED');
      if (paid && paid.val_id !== '') return validate(paid.val_id);
      const last = tries.at(-1);
      return last && chargeOf(last);
    },

    async refund({ bankReference, refundId, amount, reason }) {
      const answer = RefundAnswer.parse(
        await askAboutTransactions({
          bank_tran_id: bankReference,
          refund_trans_id: shortened(refundId),
          refund_amount: decimal(amount),
          refund_remarks: reason.slice(0, 200) || 'refund',
          refe_id: shortened(refundId),
        }),
      );
      refuseUnconnected(answer.APIConnect);
      const reference = answer.refund_ref_id;
      if (reference === '') {
        const failure = answer.errorReason || answer.status || 'no reason given';
        return { reference: undefined, refundId, amount, state: 'failed', failure };
      }
      // 'success' says that it was begun, 'processing' that it was begun before: how it stands is another question.
      return findRefund({ reference, refundId, amount });
    },

    findRefund,
  };
}

/** A UUID in 25 letters and digits: names at the gateway have at most 30 characters. */
export function shortened(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}

function decimal({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}

/** An amount as the gateway writes it, '150.00'. What cannot be read exactly is no amount. */
function money(written: string, currency: string): Money | undefined {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,12}(\.\d{1,4})?$/.test(written)) return undefined;
  return moneyFromPrice(Number(written), currency);
}

function chargeOf(found: z.infer<typeof Transaction>): HostedCharge | undefined {
  const amount = money(found.currency_amount, found.currency_type);
  const taken = money(found.amount, found.currency || 'BDT');
  if (!amount || !taken) return undefined;
  return {
    reference: found.tran_id,
    state: stateOf(found.status),
    amount,
    taken,
    bankReference: found.bank_tran_id === '' ? undefined : found.bank_tran_id,
    risky: found.risk_level !== '0',
    // The gateway writes a time of Dhaka without saying so; when we learnt of it is good enough.
    paidAt: undefined,
  };
}

function stateOf(status: string): HostedCharge['state'] {
  if (status === 'VALID' || status === 'VALIDATED') return 'succeeded';
  return ['FAILED', 'CANCELLED', 'EXPIRED', 'UNATTEMPTED', 'INVALID_TRANSACTION'].includes(status) ? 'closed' : 'open';
}

function refundStateOf({
  status,
  errorReason,
}: z.infer<typeof RefundAnswer>): Pick<ProviderRefund, 'state' | 'failure'> {
  if (status === 'refunded') return { state: 'given-back' };
  if (status === 'processing') return { state: 'under-way' };
  return { state: 'failed', failure: errorReason || status || 'no reason given' };
}

/** The gateway answers 200 to everything; without this word it has not looked at the question. */
function refuseUnconnected(connection: string): void {
  if (connection !== 'DONE') throw new ProviderUnavailable("The hosted page's provider refused a question.");
}

/**
 * The signature of a notification: of the fields that `verify_key` names, and the md5 of the password as
 * `store_passwd`, sorted by name and joined as in a query, the md5. A filter against noise and no more.
 */
function isSigned(fields: URLSearchParams, storePassword: string): boolean {
  const names = (fields.get('verify_key') ?? '').split(',');
  const given = fields.get('verify_sign') ?? '';
  if (names.length > MOST_SIGNED_FIELDS || !MUST_BE_SIGNED.every((name) => names.includes(name))) return false;
  const signed = new Map(names.map((name) => [name, fields.get(name) ?? '']));
  signed.set('store_passwd', md5(storePassword));
  const line = [...signed.keys()]
    .toSorted()
    .map((name) => `${name}=${signed.get(name)}`)
    .join('&');
  const right = Buffer.from(md5(line));
  const said = Buffer.from(given.toLowerCase());
  return right.length === said.length && timingSafeEqual(right, said);
}

const md5 = (line: string) => createHash('md5').update(line).digest('hex');

function noticeIn(fields: URLSearchParams): HostedNotice | undefined {
  const reference = fields.get('tran_id') ?? '';
  if (!/^[\w-]{1,40}$/.test(reference)) return undefined;
  const validationId = fields.get('val_id') ?? '';
  return { reference, validationId: /^[\w-]{1,60}$/.test(validationId) ? validationId : undefined };
}
