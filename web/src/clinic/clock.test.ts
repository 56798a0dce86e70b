import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compareClock, serverNow } from './clock.ts';

const server = Date.parse('2026-11-25T10:00:00Z');
/** An answer that the server wrote at `said`, to a request that took `tookMillis` by the device's clock. */
const answer = (said: number, tookMillis = 0) => compareClock(new Date(said).toUTCString(), Date.now() - tookMillis);

beforeEach(() => void vi.useFakeTimers({ now: server }));
afterEach(() => {
  answer(Date.now());
  vi.useRealTimers();
});

it.each([6 * 60_000, -6 * 60_000, 86_400_000, -86_400_000])('corrects a device that is %i ms ahead', (ahead) => {
  vi.setSystemTime(server + ahead);
  answer(server);
  expect(serverNow()).toBe(server);
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toBe(server + 5000);
  // The device's clock is set right.
  vi.setSystemTime(server);
  answer(server);
  expect(serverNow()).toBe(server);
});

it('trusts a device whose clock is about right, and one that was asleep before it read the answer', () => {
  answer(server + 29_000);
  answer(server - 29_000);
  answer(server - 3_600_000, 3_600_000);
  compareClock(null, server);
  expect(serverNow()).toBe(server);
});
