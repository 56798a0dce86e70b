import { expect, it } from 'vitest';
import { loadAgainIn } from './load-again.ts';

const now = Date.parse('2030-05-06T07:00:00Z');
const waiting = (seconds: number) => ({
  state: 'waiting' as const,
  nextTryAt: new Date(now + seconds * 1000).toISOString(),
});

it('loads the list again when the next message is tried: every five seconds at most, every minute at least', () => {
  expect(loadAgainIn([waiting(1), waiting(3600)], now)).toBe(5000);
  expect(loadAgainIn([waiting(-10)], now)).toBe(5000);
  expect(loadAgainIn([waiting(30)], now)).toBe(30_000);
  expect(loadAgainIn([waiting(86_400)], now)).toBe(60_000);
});

it('does not load it again while no message waits', () => {
  expect(loadAgainIn([{ state: 'sent' }, { state: 'failed' }], now)).toBe(false);
});
