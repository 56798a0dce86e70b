import type { Database } from '../../src/database/database.ts';
import { outgoingMessages } from '../../src/database/schema/messages.ts';
import { ProviderUnavailable } from '../../src/providers/provider-unavailable.ts';
import type { Interposed } from '../../testing/test-app.ts';
import type { KillPoint, Plan } from './plan.ts';

/** Thrown in a killed process: nothing after it runs. */
class Killed extends Error {
  override name = 'Killed';
}

/** The faults in the payments of one booking. Each happens once, or as often as it says. */
interface Fate {
  kill: KillPoint | undefined;
  /** How often the provider carries out a request but its answer is lost. */
  lostAsks: number;
  lostPrepares: number;
  lostRefunds: number;
}

export interface Fates extends Interposed {
  /** Registers the faults of a booking. */
  expect(bookingId: string, plan: Plan): void;
  readonly killed: () => number;
  /** Whether the card provider's answer is lost after the work was done. */
  readonly isLost: (call: { method: string; path: string; body: string }) => boolean;
}

/**
 * Sits between the server and its providers, jobs and database, and kills the current work at named points. Production
 * code does not know about it.
 */
export function createFates(): Fates {
  const fates = new Map<string, Fate>();
  const bookingByReference = new Map<string, string>();
  let killed = 0;

  function dies(bookingId: string | undefined, point: KillPoint): boolean {
    const fate = fates.get(bookingId ?? '');
    if (fate?.kill !== point) return false;
    fate.kill = undefined;
    killed += 1;
    return true;
  }
  const at = (bookingId: string | undefined, point: KillPoint) => {
    if (dies(bookingId, point)) throw new Killed(point);
  };
  const answered = (bookingId: string | undefined) => {
    const fate = fates.get(bookingId ?? '');
    if (!fate || fate.lostAsks === 0) return;
    fate.lostAsks -= 1;
    throw new ProviderUnavailable('The answer was lost.');
  };

  return {
    expect(bookingId, { number, kill, lostAnswers }) {
      // The official client tries three times: it survives one loss, but not four.
      const losses = number % 2 === 0 ? 1 : 4;
      fates.set(bookingId, {
        kill,
        lostAsks: lostAnswers === 'ask' ? 2 : 0,
        lostPrepares: lostAnswers === 'prepare' ? losses : 0,
        lostRefunds: lostAnswers === 'refund' ? losses : 0,
      });
    },
    killed: () => killed,

    isLost({ method, path, body }) {
      if (method !== 'POST') return false;
      const form = new URLSearchParams(body);
      if (path === '/v1/payment_intents') {
        const fate = fates.get(form.get('metadata[bookingId]') ?? '');
        return fate !== undefined && fate.lostPrepares > 0 && (fate.lostPrepares -= 1) >= 0;
      }
      if (path !== '/v1/refunds') return false;
      const fate = fates.get(bookingByReference.get(form.get('payment_intent') ?? '') ?? '');
      return fate !== undefined && fate.lostRefunds > 0 && (fate.lostRefunds -= 1) >= 0;
    },

    providers: (providers) => {
      const { cards, hosted } = providers;
      if (!cards || !hosted) return providers;
      return {
        ...providers,
        cards: {
          ...cards,
          async prepare(order) {
            at(order.bookingId, 'before-prepare');
            const charge = await cards.prepare(order);
            if (charge !== 'amount-refused') bookingByReference.set(charge.reference, order.bookingId);
            at(order.bookingId, 'after-prepare');
            return charge;
          },
          async find(reference) {
            const charge = await cards.find(reference);
            answered(charge?.bookingId);
            if (charge?.state === 'succeeded') at(charge.bookingId, 'after-find');
            return charge;
          },
          async refund(refund) {
            const bookingId = bookingByReference.get(refund.reference);
            at(bookingId, 'before-refund');
            const answer = await cards.refund(refund);
            at(bookingId, 'after-refund');
            return answer;
          },
        },
        hosted: {
          ...hosted,
          // Callers of a killed process should not wait long.
          deadlineMillis: 500,
          async open(order) {
            // In the simulation each booking has its own email address, which contains its id.
            const bookingId = order.patient.email.split('@')[0] ?? '';
            bookingByReference.set(order.reference, bookingId);
            const opened = await hosted.open(order);
            at(bookingId, 'after-open-page');
            return opened;
          },
          async find(notice) {
            const charge = await hosted.find(notice);
            const bookingId = bookingByReference.get(notice.reference);
            answered(bookingId);
            if (charge?.state === 'succeeded' && charge.bankReference !== undefined && bookingId !== undefined) {
              bookingByReference.set(charge.bankReference, bookingId);
            }
            if (charge?.state === 'succeeded') at(bookingId, 'after-find');
            return charge;
          },
          async refund(refund) {
            const bookingId = bookingByReference.get(refund.bankReference);
            at(bookingId, 'before-refund');
            const answer = await hosted.refund(refund);
            at(bookingId, 'after-refund');
            return answer;
          },
        },
      };
    },

    database: (db) =>
      new Proxy(db, {
        get(target, name) {
          if (name !== 'transaction') return Reflect.get(target, name);
          return async (...[work, options]: Parameters<Database['transaction']>) => {
            let diesAfterCommit = false;
            const result = await target.transaction(async (tx) => {
              const onMessage = (bookingId: string) => {
                at(bookingId, 'inside-settle');
                diesAfterCommit ||= dies(bookingId, 'after-settle');
              };
              return work(noticingMessages(tx, onMessage));
            }, options);
            if (diesAfterCommit) throw new Killed('after-settle');
            return result;
          };
        },
      }),
  };
}

/** Calls `notice` before a transaction queues a message about a payment or a refund of a booking. */
function noticingMessages<Tx extends Database>(tx: Tx, notice: (bookingId: string) => void): Tx {
  return new Proxy(tx, {
    get(target, name) {
      if (name !== 'insert') return Reflect.get(target, name);
      return (table: Parameters<Database['insert']>[0]) => {
        const insert = target.insert(table);
        if (table !== outgoingMessages) return insert;
        return {
          values(message: typeof outgoingMessages.$inferInsert) {
            if (message.kind === 'receipt' || message.kind === 'refund') notice(message.about['bookingId'] ?? '');
            return insert.values(message);
          },
        };
      };
    },
  });
}
