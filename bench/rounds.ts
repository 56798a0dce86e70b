/** The result of one round of one contender. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds; undefined if the tool does not report it. */
  readonly p50?: number | undefined;
  readonly p99?: number | undefined;
  /** Processor time per request in microseconds: of the server, and of its PostgreSQL. */
  readonly serverMicros?: number | undefined;
  readonly databaseMicros?: number | undefined;
}

/** One of several implementations that are compared. */
export interface Contender {
  readonly name: string;
  readonly run: (seconds: number) => Promise<Round>;
}

/** The median of a contender's rounds, and their spread. */
export interface Outcome extends Round {
  readonly name: string;
  readonly slowest: number;
  readonly fastest: number;
}

export interface RoundPlan {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/**
 * Runs the contenders in turns, A B A B A B, so that other load on the machine affects all of them, and returns the
 * medians in the order of the contenders. Each one has an unmeasured warm-up first.
 */
export async function takeTurns(contenders: readonly Contender[], plan: RoundPlan): Promise<readonly Outcome[]> {
  const entries = contenders.map((contender) => ({ contender, rounds: new Array<Round>() }));
  for (const { contender } of entries) await contender.run(plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const { contender, rounds } of entries) rounds.push(await contender.run(plan.seconds));
  }
  return entries.map(({ contender, rounds }) => outcomeOf(contender.name, rounds));
}

function outcomeOf(name: string, rounds: readonly Round[]): Outcome {
  const all = (value: (round: Round) => number | undefined) => rounds.map(value).filter((each) => each !== undefined);
  const rates = all(({ perSecond }) => perSecond);
  return {
    name,
    perSecond: median(rates) ?? 0,
    slowest: Math.min(...rates),
    fastest: Math.max(...rates),
    p50: median(all(({ p50 }) => p50)),
    p99: median(all(({ p99 }) => p99)),
    serverMicros: median(all(({ serverMicros }) => serverMicros)),
    databaseMicros: median(all(({ databaseMicros }) => databaseMicros)),
  };
}

function median(values: readonly number[]): number | undefined {
  return percentile(values, 0.5);
}

/** @param share 0 to 1 @returns undefined without values */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [Math.floor, Math.ceil].map((round) => sorted[round((sorted.length - 1) * share)]);
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
