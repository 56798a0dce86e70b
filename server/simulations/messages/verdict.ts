import type { Fate } from './plan.ts';

export interface Outcomes {
  readonly fates: readonly Fate[];
  readonly rows: readonly {
    readonly id: string;
    readonly number: number;
    readonly state: string;
    readonly delivery: string | null;
  }[];
  /** What arrived, in order. `messageId`: our id of it. */
  readonly arrived: readonly {
    readonly number: number;
    readonly messageId: string;
    readonly wasReported: boolean;
  }[];
  /** Our ids of text messages whose delivery was reported. */
  readonly reported: ReadonlySet<string>;
  readonly unknownTries: (number: number) => number;
  /** How often an admin sent a message again, by id. */
  readonly sentAgain: ReadonlyMap<string, number>;
}

interface Verdict {
  readonly delivered: number;
  readonly doubled: number;
  /** How many of these are text messages. */
  readonly doubledTexts: number;
  readonly faults: readonly string[];
}

/** Compares what was queued with what arrived. Pure. */
export function judge(outcomes: Outcomes): Verdict {
  const { fates, rows, arrived, reported, unknownTries, sentAgain } = outcomes;
  const copies = Map.groupBy(arrived, ({ number }) => number);
  const faults: string[] = [];
  if (rows.length !== fates.length) faults.push(`${rows.length} rows of ${fates.length}`);
  for (const { id, number, state, delivery } of rows) {
    const theirs = copies.get(number) ?? [];
    const { isUntrue = false, channel = 'email' } = fates[number] ?? {};
    const fault = (what: string) => faults.push(`${channel} ${number} ${what}`);
    if (state !== (isUntrue ? 'dropped' : 'sent')) fault(`is ${state}`);
    if (!isUntrue && theirs.length === 0) fault('did not arrive');
    // Twice at most, and only if a try ended without an answer; as often again each time that an admin sends it again.
    const most = isUntrue ? 0 : Math.min(1 + unknownTries(number), 2 * (1 + (sentAgain.get(id) ?? 0)));
    if (theirs.length > most) fault(`arrived ${theirs.length} times`);
    if (theirs.some(({ messageId }) => messageId !== id)) fault('changed its id');
    if (theirs.some(({ wasReported }) => wasReported)) fault('was sent again after its delivery was reported');
    if (reported.has(id) && delivery !== 'delivered') fault('was delivered, and is not marked so');
  }
  const doubled = [...copies].filter(([, { length }]) => length > 1);
  const doubledTexts = doubled.filter(([number]) => fates[number]?.channel === 'text').length;
  return { delivered: copies.size, doubled: doubled.length, doubledTexts, faults };
}
