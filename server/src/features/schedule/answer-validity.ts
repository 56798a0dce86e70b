import type { BusyTime } from './busy-time-store.ts';
import { type ClinicRules, earliestStart } from './rules.ts';

/** For how long a computed answer stays true. */
export interface Validity {
  /** The number of the last schedule change that this node knew of before it read the data. */
  readonly change: number;
  /** From this instant, in milliseconds since 1970, to just before `until`, when it changes by itself. */
  readonly from: number;
  readonly until: number;
}

/** An answer that is true for everybody except `holders`. */
export interface ForMost extends Validity {
  /** The people who hold one of its slots, or have an offer of one. They need an answer of their own. */
  readonly holders: ReadonlySet<string>;
}

/** An answer as its bytes. */
export interface CachedAnswer extends ForMost {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** `undefined`: every day. */
  readonly date: string | undefined;
}

export function isValid(one: Validity, { since, at }: { since: number; at: Date }): boolean {
  return one.change >= since && one.from <= at.getTime() && at.getTime() < one.until;
}

/** An answer changes when its first free slot can no longer be booked, when a hold expires, and when the plan changes. */
export function validityOf(of: {
  change: number;
  plan: Pick<Validity, 'until'> & { readonly timetable: { readonly rules: ClinicRules } };
  at: Date;
  busy: readonly BusyTime[];
  firstFree: number;
}): ForMost {
  const { change, plan, at, busy, firstFree } = of;
  const notice = earliestStart(at, plan.timetable.rules) - at.getTime();
  const ends = busy.map(({ heldUntil }) => heldUntil ?? Number.POSITIVE_INFINITY);
  return {
    change,
    from: at.getTime(),
    until: ends.reduce((least, end) => Math.min(least, end), Math.min(plan.until, firstFree - notice + 1)),
    holders: new Set(busy.flatMap(({ holderId }) => holderId ?? [])),
  };
}

/** The answer, or undefined if this person needs their own. */
export function forAsker<Answer extends ForMost>(answer: Answer, holderId: string | undefined): Answer | undefined {
  return holderId !== undefined && answer.holders.has(holderId) ? undefined : answer;
}
