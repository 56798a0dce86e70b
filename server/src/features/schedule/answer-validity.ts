import { type ClinicRules, earliestStart } from './rules.ts';
import type { BusyTime } from './store.ts';

/** When something computed holds. */
export interface Validity {
  /** The number of the last change that was noticed before its data was read. */
  readonly change: number;
  /** From this instant, in milliseconds since 1970, until before the next one at which it changes by itself. */
  readonly from: number;
  readonly until: number;
}

/** What most people get. */
export interface ForMost extends Validity {
  /** Who holds one of its slots or is offered one: it is not for them. */
  readonly holders: ReadonlySet<string>;
}

export function holds(one: Validity, { since, at }: { since: number; at: Date }): boolean {
  return one.change >= since && one.from <= at.getTime() && at.getTime() < one.until;
}

/** An answer changes when its first free slot can no longer be booked, when a hold is over, and with the plan. */
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

/** The answer, unless it is not for this person. */
export function forAsker<Answer extends ForMost>(answer: Answer, holderId: string | undefined): Answer | undefined {
  return holderId !== undefined && answer.holders.has(holderId) ? undefined : answer;
}
