import { oc } from '@orpc/contract';
import { type Access, signedIn } from './access.ts';

/** What the contract says about a call besides its route and schemas. */
export interface CallMeta {
  readonly access: Access;
  /** The call takes a form with a file (multipart/form-data) instead of JSON; the limit is the file's. */
  readonly upload?: { readonly maxFileBytes: number };
  /** The largest body, if not 64 KiB. */
  readonly maxBodyBytes?: number;
  /**
   * A rate limit of its own, counted by what its name says; the server defines how often. Reads without one are not
   * counted.
   */
  readonly limit?: CallLimit;
  /** The answer may be a second old, so a clinic with a replica of its database may read it there. */
  readonly mayBeOld?: true;
  /** Answers with a stream of events. */
  readonly stream?: true;
  /**
   * How an `Idempotency-Key` is handled. Unset: the key, the work and its answer are one transaction. The other calls
   * must not hold a transaction open, because they ask a provider, check a password, which is slow on purpose, count an
   * attempt, or are made often. `repeatable`: a success is stored with the key; until then the work may run again, and it receives the key.
   * `own`: the call handles the key itself. It stores its outcome with the key in the statement that does the work, or
   * stores nothing, because the same request again has the same effect, or an effect that replaces the first one.
   */
  readonly idempotency?: 'repeatable' | 'own';
}

type CallLimit =
  | 'postsByPerson'
  | 'searchesByPerson'
  | 'exportsByAddress'
  | 'openingsByPerson'
  | 'messagesByPerson'
  | 'typingByPerson'
  | 'reportsByPerson'
  | 'blocksByPerson'
  | 'bookingsByPerson'
  | 'additionsByPerson'
  | 'declinesByPerson'
  | 'availabilityByAddress'
  | 'calendarFeedsByPerson'
  | 'confirmationsByPerson'
  | 'phoneCodesByAddress'
  | 'setupByAddress'
  | 'holdsByAddress'
  | 'visitsByAddress'
  | 'serviceTestsByPerson';

/**
 * The start of every call. Each group of calls starts with `call.tag(…)`, its heading in the API reference. Access defaults to
 * `signedIn`, so a call without an access rule is not public.
 * `problem.ts` describes the statuses common to all calls (400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503); a
 * call lists only its own refusals.
 */
export const call = oc.$meta<CallMeta>({ access: signedIn });

/** For calls that name one thing: it does not exist, or the caller may not see it. */
export const notFound = { NOT_FOUND: { status: 404, message: 'There is nothing here.' } } as const;
