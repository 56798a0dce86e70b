import type { Database } from '../database/database.ts';
import type { Caller } from './caller.ts';
import type { RequestKey } from './request-key.ts';

/** What every call receives. */
export interface CallContext {
  /** The pool, or the transaction that an `Idempotency-Key` opened. */
  readonly db: Database;
  /** Set for every call that is not public: the loop checks it. */
  readonly caller: Caller | undefined;
  /** The `Idempotency-Key`, if the request has one and its call handles it itself (`idempotency` in the contract). */
  readonly requestKey: RequestKey | undefined;
  readonly now: Date;
  /** The network address of the caller. */
  readonly address: string;
  /** Marks the answer as a repeated one. */
  readonly replayed: () => void;
  /** Writes a line to the log about a password that was asked for again. */
  readonly logSignIn: (line: {
    way: 'password again';
    outcome: 'passed' | 'refused' | 'failed';
    person: string;
  }) => void;
  /** Sends cookies with the answer: `Set-Cookie` lines. */
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** The caller, in calls that require one. */
export function callerOf(context: CallContext): Caller {
  if (!context.caller) throw new Error('A call for people signed in was reached without a caller');
  return context.caller;
}
