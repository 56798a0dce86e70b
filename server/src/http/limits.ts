import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { loggedError } from './logged-error.ts';
import { problemResponse } from './problems.ts';

/** How often something may be tried: `points` times in `seconds`, per address or per account. */
const LIMITS = {
  signInByAddress: { points: 60, seconds: 600 },
  signInByAccount: { points: 10, seconds: 900 },
  signUpByAddress: { points: 30, seconds: 3600 },
  passwordMailByAddress: { points: 20, seconds: 3600 },
  passwordMailByAccount: { points: 5, seconds: 3600 },
  otherIdentityByAddress: { points: 300, seconds: 300 },
  changesByPerson: { points: 120, seconds: 60 },
  uploadsByPerson: { points: 20, seconds: 60 },
  postsByPerson: { points: 10, seconds: 60 },
  openingsByPerson: { points: 30, seconds: 60 },
  messagesByPerson: { points: 60, seconds: 60 },
  typingByPerson: { points: 40, seconds: 60 },
  reportsByPerson: { points: 10, seconds: 60 },
  webhooksByAddress: { points: 1200, seconds: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /**
   * Counts one attempt. Answers the refusal (429 with `Retry-After`, or 503 when the counter cannot be read: a check
   * that cannot be made is a no), or `undefined` when one may go on.
   */
  refuse(limit: LimitName, who: string): Promise<Response | undefined>;
}

/** Counters in PostgreSQL, shared by every node. */
export function createLimits(options: { pool: pg.Pool; enabled: boolean; log: Logger }): Limits {
  const { pool, enabled } = options;
  const log = options.log.child({}, { serializers: { err: loggedError } });
  if (!enabled) return { refuse: async () => undefined };

  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ]),
  );

  return {
    async refuse(limit, who) {
      try {
        await limiters.get(limit)?.consume(who.slice(0, 254));
        return undefined;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) {
          log.error({ err: refusal, limit }, 'a rate limit could not be checked');
          return problemResponse('SERVICE_UNAVAILABLE');
        }
        const seconds = Math.ceil(refusal.msBeforeNext / 1000);
        const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
        return problemResponse('TOO_MANY_REQUESTS', {
          message: `${COMMON_PROBLEMS.TOO_MANY_REQUESTS.message.split('.')[0]}. Please try again in ${wait}.`,
          headers: { 'retry-after': String(seconds) },
        });
      }
    },
  };
}
