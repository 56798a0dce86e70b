import type { Logger } from 'pino';
import type { CachedAnswer } from '../features/schedule/answer-validity.ts';

/** What is known of a request while it is answered. */
export interface RequestVariables {
  requestId: string;
  /** The caller's address (`client-address.ts`). */
  address: string;
  /** If this node records the request (`tracing/`). */
  traceId: string | undefined;
  log: Logger;
  /** Set by whoever finds out who the caller is. */
  caller: CallerKind;
  /** The call of the contract, like 'GET /bookings/{id}'; unset for everything else. */
  call: string | undefined;
  /** The answer, if it is a cached one (`cached-calls.ts`). */
  cached: CachedAnswer | undefined;
  /** Whether the call was refused because there is too much work. */
  isOverloaded: boolean | undefined;
}

/**
 * As what somebody makes a request. Only lines about sign-ins say more: the person's id (`sign-in-log.ts`). 'unidentified':
 * they sent a cookie, and the answer does not depend on it.
 */
export type CallerKind = 'admin' | 'doctor' | 'front desk' | 'patient' | 'nobody' | 'unidentified';
