import { decimalsOf, type Money, moneyFromPrice } from '@openhours/contract/money.ts';
import * as z from 'zod';
import type { ProviderRefund } from '../provider-refund.ts';
import { ProviderUnavailable } from '../provider-unavailable.ts';
import { type HostedCharge, type HostedPayments, type HostedSuccess, shortId } from './port.ts';
import { readSslcommerzNotice } from './sslcommerz-notice.ts';

const DEADLINE_MILLIS = 8_000;

interface SslcommerzStore {
  readonly storeId: string;
  readonly storePassword: string;
  readonly live: boolean;
  /** The gateway's address, without a trailing slash. */
  readonly gatewayUrl: string;
  /** Whether an address is on a host of the gateway. Browsers are sent to no other. */
  readonly isPage: (url: URL) => boolean;
  /** The address for its notifications, and for the form of a returning browser. */
  readonly callbacks: Readonly<Record<'ipn' | 'success' | 'fail' | 'cancel', string>>;
}

export const SSLCOMMERZ_LIVE_URL = 'https://securepay.sslcommerz.com';
export const SSLCOMMERZ_TEST_URL = 'https://sandbox.sslcommerz.com';

/** The gateway's own hosts, over https. */
export function isSslcommerzPage({ protocol, hostname, port }: URL): boolean {
  return (
    protocol === 'https:' && port === '' && (hostname === 'sslcommerz.com' || hostname.endsWith('.sslcommerz.com'))
  );
}

const text = z.string().catch('');
/** Text that the gateway may send as a number. */
const written = z.union([z.string(), z.int().transform(String)]).catch('');
const Session = z.object({ status: text, failedreason: text, GatewayPageURL: text });
const Transaction = z.object({
  status: z.string(),
  tran_id: z.string(),
  val_id: written,
  amount: z.coerce.string().catch(''),
  currency: text,
  currency_type: text,
  currency_amount: z.coerce.string().catch(''),
  bank_tran_id: written,
  risk_level: z.coerce.string().catch('1'),
  tran_date: text,
});
type Try = z.infer<typeof Transaction>;
const Found = z.object({ APIConnect: text, element: z.array(z.unknown()).catch([]) });
const RefundAnswer = z.object({
  APIConnect: text,
  status: text,
  refund_ref_id: written,
  errorReason: text,
});

/**
 * The hosted page of SSLCommerz (its document, version 4), or of the sandbox with the same protocol. Notifications are
 * not trusted: their signature is a first filter, and the gateway's validation decides.
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
      // The URL contains the store's password, so error messages must not include the request.
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

  /** The attempts on one page, oldest first. An unreadable attempt counts as no answer, because it may be a payment. */
  async function listTries(reference: string): Promise<readonly Try[]> {
    const answer = Found.parse(await askAboutTransactions({ tran_id: reference }));
    refuseUnconnected(answer.APIConnect);
    const tries = answer.element.map((element) => Transaction.safeParse(element).data ?? unreadable());
    return tries.filter((one) => one.tran_id === reference);
  }

  async function findRefund({ reference, refundId, amount }: { reference: string; refundId: string; amount: Money }) {
    const answer = RefundAnswer.parse(await askAboutTransactions({ refund_ref_id: reference }));
    refuseUnconnected(answer.APIConnect);
    return { reference, refundId, amount, ...refundStateOf(answer) };
  }

  return {
    name: 'sslcommerz',
    live: store.live,
    deadlineMillis: DEADLINE_MILLIS,

    async open({ reference, amount, patient }) {
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
            product_name: 'Appointment',
            product_category: 'Appointment',
            product_profile: 'non-physical-goods',
            num_of_item: '1',
            shipping_method: 'NO',
            emi_option: '0',
            cus_name: patient.name.slice(0, 50),
            cus_email: patient.email.slice(0, 50),
            cus_phone: patient.phone.slice(0, 20) || 'none',
            // Required by the gateway; the clinic does not ask patients for an address.
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
        // The gateway has no error codes. Of our fields, only the price can be refused, so match its words.
        if (/currency/i.test(why)) return { kind: 'currency-refused' };
        return /amount/i.test(why) ? { kind: 'amount-refused' } : { kind: 'refused', why };
      }
      const url = URL.canParse(answer.GatewayPageURL) ? new URL(answer.GatewayPageURL) : undefined;
      if (!url || !store.isPage(url)) return { kind: 'refused', why: "its page is not on one of the provider's hosts" };
      return { kind: 'opened', url: url.href };
    },

    readNotice(fields) {
      return readSslcommerzNotice(fields, store.storePassword);
    },

    async find({ reference, validationId }) {
      if (validationId !== undefined) {
        const validated = await validate(validationId);
        if (validated) return validated;
      }
      const tries = await listTries(reference);
      const paid = tries.find(({ status }) => isPaid(status));
      if (paid && paid.val_id !== '') return (await validate(paid.val_id)) ?? unreadable();
      const last = paid ?? tries.at(-1);
      return last && chargeOf(last);
    },

    async listPaid(reference) {
      return (await listTries(reference)).filter(({ status }) => isPaid(status)).map(successOf);
    },

    async refund({ bankReference, refundId, amount }) {
      const answer = RefundAnswer.parse(
        await askAboutTransactions({
          bank_tran_id: bankReference,
          refund_trans_id: shortId(refundId),
          refund_amount: decimal(amount),
          // Required by the gateway. Not the admin's reason: that is for the clinic only, and this text becomes part of a URL.
          refund_remarks: refundId,
          refe_id: shortId(refundId),
        }),
      );
      refuseUnconnected(answer.APIConnect);
      const reference = answer.refund_ref_id;
      if (reference === '') {
        // With any other status, the gateway may have begun the refund.
        if (answer.status !== 'failed') unreadable();
        const failure = answer.errorReason || 'no reason given';
        return { reference: undefined, refundId, amount, state: 'failed', failure };
      }
      // 'success': begun now; 'processing': begun before. The state needs a separate request.
      return findRefund({ reference, refundId, amount });
    },

    async acceptsKeys() {
      // Asks about a payment that does not exist. With wrong credentials the gateway answers 'FAILED' or 'INACTIVE'.
      const answer = Found.parse(await askAboutTransactions({ tran_id: 'none' }));
      return answer.APIConnect === 'DONE';
    },

    findRefund,
  };
}

function decimal({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
}

/** Parses an amount of the gateway, '150.00'. Returns nothing unless it is exact. */
function money(written: string, currency: string): Money | undefined {
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,12}(\.\d{1,4})?$/.test(written)) return undefined;
  return moneyFromPrice(Number(written), currency);
}

function chargeOf(found: Try): HostedCharge {
  if (isPaid(found.status)) return successOf(found);
  return { reference: found.tran_id, state: CLOSED.includes(found.status) ? 'closed' : 'open' };
}

function successOf(found: Try): HostedSuccess {
  return {
    reference: found.tran_id,
    state: 'succeeded',
    amount: money(found.currency_amount, found.currency_type) ?? unreadable(),
    taken: money(found.amount, found.currency || 'BDT') ?? unreadable(),
    bankReference: found.bank_tran_id === '' ? undefined : found.bank_tran_id,
    risky: found.risk_level !== '0',
    // The gateway's times are in Dhaka's zone, without an offset; the time at which we learn of it is accurate enough.
    paidAt: undefined,
  };
}

const CLOSED = ['FAILED', 'CANCELLED', 'EXPIRED', 'UNATTEMPTED', 'INVALID_TRANSACTION'];
const isPaid = (status: string) => status === 'VALID' || status === 'VALIDATED';

/** Counts as no answer, so that we ask again: an unreadable payment is not missing, and such a refund not failed. */
function unreadable(): never {
  throw new ProviderUnavailable("The answer of the hosted page's provider about a payment or refund cannot be read.");
}

function refundStateOf({
  status,
  errorReason,
}: z.infer<typeof RefundAnswer>): Pick<ProviderRefund, 'state' | 'failure'> {
  if (status === 'refunded') return { state: 'succeeded' };
  if (status === 'processing') return { state: 'pending' };
  if (status === 'cancelled' || status === 'failed') return { state: 'failed', failure: errorReason || status };
  return unreadable();
}

/** The gateway always answers 200; without this value it has not processed the request. */
function refuseUnconnected(connection: string): void {
  if (connection !== 'DONE') throw new ProviderUnavailable("The hosted page's provider refused a question.");
}
