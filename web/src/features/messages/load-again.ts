import type { OutgoingMessage } from '@openhours/contract/messages.ts';

const SHORTEST_MILLIS = 5_000;
/** A message may leave before its time: one that is held leaves when its recipient confirms their address. */
const LONGEST_MILLIS = 60_000;

/**
 * In how many milliseconds the list changes: when the next message that waits is tried. `false`: none waits. Pure.
 *
 * @param loadedAt milliseconds since 1970
 */
export function loadAgainIn(messages: readonly Pick<OutgoingMessage, 'state' | 'nextTryAt'>[], loadedAt: number) {
  const waiting = messages.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return false;
  const nextTry = Math.min(...waiting.map(({ nextTryAt }) => (nextTryAt ? Date.parse(nextTryAt) : loadedAt)));
  return Math.min(Math.max(nextTry - loadedAt, SHORTEST_MILLIS), LONGEST_MILLIS);
}
