import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { CardPayments } from '../../providers/card-payments/port.ts';
import type { HostedPayments } from '../../providers/hosted-page/port.ts';
import type { Interposed } from '../test-app.ts';
import type { Fates } from './kills.ts';
import type { Plan } from './plan.ts';
import type { PlantedBug } from './simulate.ts';

/** Nothing but the bug goes wrong. */
const CALM: Partial<Plan> = {
  kill: undefined,
  lostAnswers: undefined,
  cancels: undefined,
  wrongAmount: false,
  adminRefunds: undefined,
};

/** Mistakes that one could make, as they would look from outside. The simulation has to see each of them. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'nobody asks about what nobody told',
    when: { ...CALM, clientGone: true },
    deliveries: 'never',
    neverReconciles: true,
  },
  {
    name: 'a payment that is being processed counts as made',
    when: { ...CALM, how: 'card', card: 'processing', processingEnds: 'failed', clientGone: false },
    interposed: withCards((cards) => ({
      async find(reference) {
        const charge = await cards.find(reference);
        return charge && charge.state !== 'closed'
          ? { ...charge, state: 'succeeded', received: charge.amount }
          : charge;
      },
    })),
  },
  {
    name: 'the amount that came is not looked at',
    when: { ...CALM, how: 'card', card: 'good', wrongAmount: true, clientGone: false },
    interposed: withCards((cards) => ({
      async find(reference) {
        const charge = await cards.find(reference);
        return charge?.state === 'succeeded' ? { ...charge, received: { minor: 14_000, currency: 'USD' } } : charge;
      },
    })),
  },
  {
    name: 'every try of a refund is another refund',
    when: { ...CALM, how: 'card', card: 'good', adminRefunds: 'part', kill: 'after-refund' },
    interposed: withCards((cards) => ({
      refund: (refund) => cards.refund({ ...refund, refundId: uuidv7() }),
    })),
  },
  {
    name: 'a refund that got no answer counts as made',
    when: { ...CALM, how: 'card', card: 'good', cancels: 'after-paid' },
    interposed: withCards(() => ({
      refund: async ({ refundId, amount }) => ({ reference: uuidv7(), refundId, amount, state: 'given-back' }),
      listRefunds: async () => [],
    })),
  },
  {
    name: 'every try of a card payment is another payment',
    when: { ...CALM, how: 'card', card: 'good', copies: 3 },
    interposed: withCards((cards) => ({
      prepare: (order) => cards.prepare({ ...order, orderId: uuidv7() }),
    })),
  },
  {
    name: "the provider's doubts are not looked at",
    when: { ...CALM, how: 'hosted', risky: true, approves: false, declinedFirst: false },
    interposed: withHosted((hosted) => ({
      async find(notice) {
        const charge = await hosted.find(notice);
        return charge && { ...charge, risky: false };
      },
    })),
  },
  {
    name: 'coming back from the hosted page counts as having paid',
    when: { ...CALM, how: 'hosted', declinedFirst: true, clientGone: false },
    interposed: withHosted((hosted) => ({
      async find(notice) {
        const charge = await hosted.find(notice);
        return charge && { ...charge, state: 'succeeded' };
      },
    })),
  },
  {
    name: 'whoever settles does so without lock and constraint',
    when: { ...CALM, how: 'both', card: 'good', risky: false, declinedFirst: false, clientGone: false, copies: 3 },
    interposed: (fates) => ({
      ...fates,
      database: (db) =>
        new Proxy(db, {
          get(target, name) {
            if (name !== 'transaction') return Reflect.get(target, name);
            return (work: (tx: unknown) => unknown) => work(target);
          },
        }),
    }),
    async sabotage({ app }) {
      await app.database.db.execute(sql`drop index one_live_payment_per_booking`);
    },
  },
  {
    name: 'a cancelled booking keeps its money',
    when: { ...CALM, how: 'card', card: 'good', cancels: 'before-told' },
    async sabotage({ app }) {
      // As if nobody ever saw that a booking was cancelled.
      await app.database.db.execute(sql`create function say_confirmed() returns trigger language plpgsql as
        $$ begin new.status := 'confirmed'; new.cancelled_at := null; new.cancel_reason := null; new.phone := 'cancelled'; return new; end $$`);
      await app.database.db.execute(
        sql`create trigger t before update of status on bookings for each row when (new.status = 'cancelled') execute function say_confirmed()`,
      );
    },
  },
];

function withCards(change: (cards: CardPayments) => Partial<CardPayments>): (fates: Fates) => Interposed {
  return (fates) => ({
    ...fates,
    providers: (providers) => {
      const { cards } = providers;
      const changed = cards ? { ...providers, cards: { ...cards, ...change(cards) } } : providers;
      return fates.providers?.(changed) ?? changed;
    },
  });
}

function withHosted(change: (hosted: HostedPayments) => Partial<HostedPayments>): (fates: Fates) => Interposed {
  return (fates) => ({
    ...fates,
    providers: (providers) => {
      const { hosted } = providers;
      const changed = hosted ? { ...providers, hosted: { ...hosted, ...change(hosted) } } : providers;
      return fates.providers?.(changed) ?? changed;
    },
  });
}
