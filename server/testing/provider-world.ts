import type { Money } from '@openhours/contract/money.ts';
import type { CardCharge, CardDispute, CardPayments } from '../src/providers/card-payments/port.ts';
import type { HostedCharge, HostedPayments, HostedSuccess } from '../src/providers/hosted-page/port.ts';
import type { ProviderRefund } from '../src/providers/provider-refund.ts';
import { ProviderUnavailable } from '../src/providers/provider-unavailable.ts';

/** A charge in a provider's books. */
export interface TrueCharge {
  readonly via: 'card' | 'hosted-page';
  readonly reference: string;
  readonly orderId: string;
  /** The bank's reference; a bank may use one twice. */
  readonly bankReference: string;
  state: CardCharge['state'];
  amount: Money;
  risky: boolean;
  readonly refunds: { id: string; refundId: string | undefined; amount: Money; state: ProviderRefund['state'] }[];
  dispute: CardDispute['state'] | undefined;
}

/** A fault of the next request: nothing was done, or everything was done and the answer is lost. */
export type Fault = 'outage' | 'lost-answer' | undefined;

/** Two providers whose books a test writes. Both ports read only them. */
export interface ProviderWorld {
  readonly charges: Map<string, TrueCharge>;
  fault: Fault;
  readonly cards: CardPayments;
  readonly hosted: HostedPayments;
}

/** The number of charges on a page of a list. */
const PAGE = 2;

export function createProviderWorld(): ProviderWorld {
  const charges = new Map<string, TrueCharge>();
  let refunds = 0;
  const ask = async <T>(answer: () => T): Promise<T> => {
    const { fault } = world;
    if (fault === 'outage') throw new ProviderUnavailable('It is down.');
    const answered = answer();
    if (fault === 'lost-answer') throw new ProviderUnavailable('The answer was lost.');
    return answered;
  };
  const unused = () => Promise.reject(new Error('This test does not use this.'));

  function card(charge: TrueCharge): CardCharge {
    const { reference, state, amount, orderId } = charge;
    const back = charge.refunds.filter((refund) => refund.state !== 'failed');
    return {
      reference,
      clientSecret: undefined,
      state,
      amount,
      received: { ...amount, minor: state === 'succeeded' ? amount.minor : 0 },
      refunded: { ...amount, minor: back.reduce((sum, refund) => sum + refund.amount.minor, 0) },
      disputed: charge.dispute !== undefined,
      live: false,
      orderId,
      bookingId: undefined,
      patientId: undefined,
      paidAt: undefined,
    };
  }

  function hostedCharge(charge: TrueCharge): HostedCharge {
    const { reference, state } = charge;
    return state === 'succeeded'
      ? hostedSuccess(charge)
      : { reference, state: state === 'processing' ? 'open' : state };
  }

  function hostedSuccess({ reference, bankReference, amount, risky }: TrueCharge): HostedSuccess {
    const paid = { amount, taken: amount, bankReference, risky, paidAt: undefined };
    return { reference, state: 'succeeded', ...paid };
  }

  /** The same id is refunded once, and never more than was paid. */
  function refund(reference: string, refundId: string, amount: Money): ProviderRefund {
    const charge = charges.get(reference);
    const earlier = charge?.refunds.find((one) => one.refundId === refundId);
    if (earlier) return said(earlier);
    const given = charge?.refunds.filter(({ state }) => state !== 'failed') ?? [];
    const left = (charge?.amount.minor ?? 0) - given.reduce((sum, one) => sum + one.amount.minor, 0);
    if (!charge || amount.minor > left) {
      return { reference: undefined, refundId, amount, state: 'failed', failure: 'the refund is larger than the rest' };
    }
    const made = { id: `re_${(refunds += 1)}`, refundId, amount, state: 'pending' as const };
    charge.refunds.push(made);
    return said(made);
  }

  const said = ({ id, refundId, amount, state }: TrueCharge['refunds'][number]): ProviderRefund => ({
    reference: id,
    refundId,
    amount,
    state,
  });

  const world: ProviderWorld = {
    charges,
    fault: undefined,
    cards: {
      name: 'cards',
      live: false,
      prepare: unused,
      acceptsKeys: unused,
      readEvent: async () => undefined,
      find: (reference) => ask(() => found(reference, card)),
      close: (reference) =>
        ask(() => {
          const charge = charges.get(reference);
          if (charge?.state === 'open') charge.state = 'closed';
          return charge && card(charge);
        }),
      refund: ({ reference, refundId, amount }) => ask(() => refund(reference, refundId, amount)),
      listRefunds: (reference) => ask(() => (charges.get(reference)?.refunds ?? []).map(said)),
      findDispute: (reference) =>
        ask(() => found(reference, ({ amount, dispute: state }) => state && { amount, state, reason: 'fraudulent' })),
      listSince: ({ after }) =>
        ask(() => {
          const all = [...charges.values()]
            .filter(({ via }) => via === 'card')
            .map((charge) => ({ ...card(charge), isOurs: true }));
          const from = all.findIndex(({ reference }) => reference === after) + 1;
          return { charges: all.slice(from, from + PAGE), isLast: from + PAGE >= all.length };
        }),
    },
    hosted: {
      name: 'hosted',
      live: false,
      deadlineMillis: 100,
      open: unused,
      acceptsKeys: unused,
      readNotice: () => undefined,
      find: ({ reference }) => ask(() => found(reference, hostedCharge)),
      listPaid: (reference) =>
        ask(() => {
          const charge = charges.get(reference);
          return charge?.state === 'succeeded' ? [hostedSuccess(charge)] : [];
        }),
      refund: ({ bankReference, refundId, amount }) =>
        ask(() => {
          // Like the gateway, it takes the first payment with this reference, and does not say which.
          const theirs = [...charges.values()].find(
            (one) => one.via === 'hosted-page' && one.state === 'succeeded' && one.bankReference === bankReference,
          );
          return refund(theirs?.reference ?? '', refundId, amount);
        }),
      findRefund: ({ reference, refundId, amount }) =>
        ask(() => {
          const theirs = [...charges.values()].flatMap((charge) => charge.refunds).find(({ id }) => id === reference);
          return theirs ? said(theirs) : { reference, refundId, amount, state: 'failed', failure: 'unknown' };
        }),
    },
  };
  return world;

  function found<T>(reference: string, show: (charge: TrueCharge) => T): T | undefined {
    const charge = charges.get(reference);
    return charge && show(charge);
  }
}
