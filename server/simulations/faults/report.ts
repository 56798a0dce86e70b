import { KINDS } from './kinds.ts';
import type { Simulated } from './simulate.ts';

/** A run in words. */
export function report(
  { history, harms, faults, seconds }: Simulated,
  { seed, kills }: { seed: string; kills: number },
): string {
  const done = Map.groupBy(history.acknowledged, ({ what }): string => what);
  const lines = (names: readonly string[], countOf: (name: string) => number) =>
    names.toSorted().map((name) => `  ${String(countOf(name)).padStart(6)}  ${name}`);
  return [
    `Seed '${seed}', ${kills} kills, ${seconds} seconds`,
    '',
    'Harm that was done:',
    ...lines(Object.keys(harms), (name) => harms[name] ?? 0),
    '',
    'What was acknowledged:',
    ...lines(KINDS, (kind) => done.get(kind)?.length ?? 0),
    '',
    `${history.acknowledged.length} in all; ${history.repeated} requests had no answer, or 503, and were repeated.`,
    faults.length === 0 ? 'Nothing was lost or doubled.' : `${faults.length} faults were found.`,
  ].join('\n');
}
