import { expect, test } from 'vitest';
import { visibleMillis } from './toast-duration.ts';

const action = { label: 'Undo', onPress: () => undefined };

test.each([
  ['a success', { kind: 'success' }, 4000],
  ['a success with a button', { kind: 'success', action }, 12_000],
  ['an error', { kind: 'error' }, 12_000],
  ['an error about a post', { kind: 'error', isBrief: true }, 4000],
] as const)('%s is visible for long enough', (_, message, expected) => {
  expect(visibleMillis(message)).toBe(expected);
});
