import type { Database } from '../database/database.ts';
import type { Caller } from '../features/identity/caller.ts';

/** What every call is given. */
export interface CallContext {
  /** The pool, or the transaction of an `Idempotency-Key`. */
  readonly db: Database;
  /** Present on every call that is not for everyone: the loop has seen to it. */
  readonly caller: Caller | undefined;
  /** The caller's `Idempotency-Key`, if they sent one. */
  readonly idempotencyKey: string | undefined;
  readonly now: Date;
  /** The network address from which the call came. */
  readonly address: string;
  /** Has something done once the answer is settled and its transaction committed: mail, say. */
  readonly afterwards: (work: () => void) => void;
}

/** The caller of a call that is only for people signed in. */
export function callerOf(context: CallContext): Caller {
  if (!context.caller) throw new Error('A call for people signed in was reached without a caller');
  return context.caller;
}
