const firstWaitMillis = 400;
const longestWaitMillis = 20_000;

/**
 * How long to wait before the next attempt, after so many in a row that failed. Doubles, and is spread by chance: after
 * a restart of the server not everyone comes back in the same moment.
 *
 * @param chance from 0 to 1
 */
export function waitMillis(failures: number, chance: number): number {
  return Math.min(firstWaitMillis * 2 ** failures, longestWaitMillis) * (0.5 + chance / 2);
}
