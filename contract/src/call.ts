import { oc } from '@orpc/contract';
import { type Access, signedIn } from './access.ts';

/** What we keep about a call beside its route and schemas. */
export interface CallMeta {
  readonly access: Access;
  /** The call takes a form with a file (multipart/form-data) in place of JSON; the size is the file's. */
  readonly upload?: { readonly maxFileBytes: number };
  /** Counted apart from other changes: the server knows how often a person may make this call a minute. */
  readonly limit?: CallLimit;
  /** Answers with a stream of events instead of one answer. */
  readonly stream?: true;
  /**
   * How an `Idempotency-Key` is kept. Unset: the key, the work and its answer are one transaction. `provider`: the call
   * asks a payment provider, which nothing may do inside a transaction; it can be repeated by its own means, and is
   * told the key.
   */
  readonly idempotency?: 'provider';
}

export type CallLimit =
  | 'postsByPerson'
  | 'openingsByPerson'
  | 'messagesByPerson'
  | 'typingByPerson'
  | 'reportsByPerson';

/**
 * The start of every call. Access defaults to `signedIn`, so that a call whose author forgot it is closed.
 * The statuses common to all calls (400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503) are described in
 * `problem.ts`; a call lists only the refusals that are its own.
 */
export const call = oc.$meta<CallMeta>({ access: signedIn });

/** For calls that name one thing: it does not exist, or not for this caller. */
export const notFound = { NOT_FOUND: { status: 404, message: 'There is nothing here.' } } as const;
