import { expect, test } from 'vitest';
import { keepAnswers } from './keep-answers.ts';

const MOST_BYTES = 32 * 1024 * 1024;

test.each([
  ['long', 1_000_000],
  ['short', 2],
])('keeps no more than 32 MB of %s answers, and removes the least recently used ones', (_length, bytes) => {
  const body = new Uint8Array(bytes);
  const kept = keepAnswers((answer: { body: Uint8Array }) => answer);
  const count = Math.ceil((2 * MOST_BYTES) / (bytes + 2000));
  for (let number = 0; number < count; number += 1) {
    kept.set(String(number), { body });
    kept.get('0');
  }
  expect(kept.calculatedSize).toBeLessThanOrEqual(MOST_BYTES);
  expect(kept.size).toBeLessThan(count / 2 + 1);
  expect([0, 1, count - 1].map((number) => kept.has(String(number)))).toEqual([true, false, true]);
});
