/** A smaller difference can come from answers that take time. */
const toleratedMillis = 30_000;
const lookAgainMillis = 15_000;

/** By how much the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0;

/** Now, in epoch milliseconds. By the server's clock, if this device's is wrong: for everything that is compared with its times. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/**
 * Compares this device's clock with an answer's.
 *
 * @param date its header `Date`, which was written after `askedAt` (by `Date.now()`) and before now
 */
export function compareClock(date: string | null, askedAt: number): void {
  const said = Date.parse(date ?? '');
  const most = said - askedAt;
  const least = said - Date.now();
  // Never true without a date.
  if (ahead > most + toleratedMillis || ahead < least - toleratedMillis) ahead = most;
}

export function everyQuarterMinute(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}
