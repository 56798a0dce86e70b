import { counted } from '@openhours/contract/counted.ts';
import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { countingAttempts, takeBackAttempt } from './count-attempts.ts';
import { widerNetwork } from './counted-address.ts';
import { problemResponse } from './problems.ts';

/** A limit: `points` attempts in `seconds`, per address, account or person. */
const LIMITS = {
  identityByAddress: { points: 300, seconds: 300 },
  // Wrong passwords only: see `password-attempts.ts`.
  wrongPasswordsByAddress: { points: 60, seconds: 600 },
  wrongPasswordsByAccountAndAddress: { points: 10, seconds: 900 },
  wrongPasswordsByAccount: { points: 100, seconds: 3600 },
  // Wrong codes of a second factor only: see `second-factor/attempt-code.ts`.
  wrongCodesByAddress: { points: 60, seconds: 600 },
  wrongCodesByPerson: { points: 10, seconds: 900 },
  signInElsewhereByAddress: { points: 60, seconds: 600 },
  // A school, a company or a mobile network signs up from one address, and so does a test run.
  signUpByAddress: { points: 120, seconds: 3600 },
  passwordMailByAddress: { points: 20, seconds: 3600 },
  passwordMailByAccount: { points: 5, seconds: 3600 },
  confirmationMailByAccount: { points: 5, seconds: 3600 },
  // All emails that anybody can have sent to an address: see `account-mail.ts`.
  mailByAccountAndDay: { points: 10, seconds: 86_400 },
  confirmationsByPerson: { points: 5, seconds: 3600 },
  // Each sends an email: a new password, a changed second factor, or the phone number that can confirm a reset of it.
  securityChangesByPerson: { points: 10, seconds: 3600 },
  // Each sends an email.
  calendarFeedsByPerson: { points: 10, seconds: 3600 },
  phoneCodesByAddress: { points: 60, seconds: 3600 },
  changesByPerson: { points: 120, seconds: 60 },
  uploadsByPerson: { points: 20, seconds: 60 },
  // Pictures fill the disk, and one address can sign up many people.
  uploadsByAddress: { points: 200, seconds: 3600 },
  postsByPerson: { points: 10, seconds: 60 },
  openingsByPerson: { points: 30, seconds: 60 },
  // The export of a person's data contains all their messages in one answer.
  messagesByPerson: { points: 300, seconds: 3600 },
  typingByPerson: { points: 40, seconds: 60 },
  reportsByPerson: { points: 10, seconds: 60 },
  // Each is a line in the audit log.
  blocksByPerson: { points: 20, seconds: 3600 },
  // Each booking sends emails, and stays in the clinic's lists even if it is cancelled.
  bookingsByPerson: { points: 120, seconds: 3600 },
  // Dependants, whose names stay in the database when they are removed, and waiting list entries, which can send an email at once.
  additionsByPerson: { points: 30, seconds: 3600 },
  // Each makes the next offer, which emails somebody else.
  declinesByPerson: { points: 20, seconds: 3600 },
  availabilityByAddress: { points: 240, seconds: 60 },
  holdsByAddress: { points: 120, seconds: 60 },
  visitsByAddress: { points: 60, seconds: 60 },
  setupByAddress: { points: 10, seconds: 600 },
  serviceTestsByPerson: { points: 10, seconds: 600 },
  refusalsByPerson: { points: 120, seconds: 600 },
  tracesByPersonAndCall: { points: 1, seconds: 3600 },
  tracesByPerson: { points: 30, seconds: 86_400 },
  // A list that shows many pages refetches all of them at a live event. By address, a front desk would share this.
  searchesByPerson: { points: 240, seconds: 60 },
  exportsByAddress: { points: 10, seconds: 600 },
  // Large calendar services ask for the feeds of many people from few addresses.
  calendarsByAddress: { points: 600, seconds: 60 },
  // A feed with thousands of appointments takes most of a second. Ten programs can read it every few minutes.
  readsByCalendar: { points: 240, seconds: 3600 },
  webhooksByAddress: { points: 1200, seconds: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

/** A limit, and whose attempts it counts. */
type Count = readonly [limit: LimitName, who: string];

export type Attempt =
  | { readonly refusal: Response }
  | { readonly refusal: undefined; readonly undo: () => Promise<void> };

export interface Limits {
  /**
   * Counts one attempt. Returns the refusal (429 with `Retry-After`, or 503 if the counter cannot be read), or
   * `undefined` if the attempt is allowed.
   */
  refuse(limit: LimitName, who: string): Promise<Response | undefined>;
  /**
   * Counts one attempt in several counters before it is made, so that parallel attempts are counted too. A refused
   * attempt counts nowhere. `undo` takes the attempt back, for attempts that should not count.
   */
  attempt(counts: readonly Count[]): Promise<Attempt>;
}

/** Counters in PostgreSQL, shared by every node. */
export function createLimits(options: { pool: pg.Pool; enabled: boolean; log: Logger }): Limits {
  const { pool, enabled, log } = options;
  if (!enabled) {
    const undo = async () => undefined;
    return { refuse: async () => undefined, attempt: async () => ({ refusal: undefined, undo }) };
  }

  const countAttempt = countingAttempts(pool);

  /**
   * Counts an attempt, in a network only if its own part of it is not over the limit yet: otherwise one caller could use up
   * what all of the network may do. `counted`: where it was counted.
   */
  async function count([limit, who]: Count): Promise<{ refusal: Response | undefined; counted: readonly Counter[] }> {
    const { seconds } = LIMITS[limit];
    const counted: Counter[] = [];
    try {
      for (const counter of countersOf(limit, who)) {
        const { points, millisLeft } = await countAttempt({ key: counter.key, seconds });
        counted.push(counter);
        if (points > counter.most) return { refusal: tooMany(Math.ceil(millisLeft / 1000)), counted };
      }
      return { refusal: undefined, counted };
    } catch (error) {
      log.error({ err: error, limit }, 'a rate limit could not be checked');
      return { refusal: problemResponse('SERVICE_UNAVAILABLE'), counted };
    }
  }

  async function undo(counters: readonly Counter[]): Promise<void> {
    for (const { key, limit } of counters) {
      try {
        await takeBackAttempt(pool, key);
      } catch (error) {
        log.error({ err: error, limit }, 'an attempt could not be taken back from a rate limit');
      }
    }
  }

  return {
    refuse: async (...attempted) => (await count(attempted)).refusal,
    async attempt(counts) {
      const all: Counter[] = [];
      for (const one of counts) {
        const { refusal, counted } = await count(one);
        all.push(...counted);
        if (!refusal) continue;
        await undo(all);
        return { refusal };
      }
      return { refusal: undefined, undo: () => undo(all) };
    },
  };
}

function tooMany(seconds: number): Response {
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds < 90
      ? counted(seconds, 'second')
      : minutes <= 90
        ? counted(minutes, 'minute')
        : counted(Math.ceil(minutes / 60), 'hour');
  return problemResponse('TOO_MANY_REQUESTS', {
    message: `${COMMON_PROBLEMS.TOO_MANY_REQUESTS.message.split('.')[0]}. Please try again in ${wait}.`,
    headers: { 'retry-after': String(seconds) },
  });
}

interface Counter {
  readonly limit: LimitName;
  readonly key: string;
  readonly most: number;
}

/** Where an attempt is counted, and how many may be. All of a /48 together may make ten times as many as one /64. */
function countersOf(limit: LimitName, who: string): readonly Counter[] {
  const { points } = LIMITS[limit];
  const wider = widerNetwork(who);
  return [
    { limit, key: keyOf(limit, who), most: points },
    ...(wider === undefined ? [] : [{ limit, key: keyOf(limit, wider), most: 10 * points }]),
  ];
}

/** The longest is of an email address (254 characters) and a network address. */
const keyOf = (limit: LimitName, who: string) => `${limit}:${who.slice(0, 320)}`;
