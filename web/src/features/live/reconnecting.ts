const firstWaitMillis = 400;
const longestWaitMillis = 20_000;

/**
 * The wait before the next attempt, after this many failures in a row. Doubles, with random jitter, so that not all
 * clients reconnect at the same moment after a restart.
 *
 * @param chance from 0 to 1
 */
export function waitMillis(failures: number, chance: number): number {
  return Math.min(firstWaitMillis * 2 ** failures, longestWaitMillis) * (0.5 + chance / 2);
}
