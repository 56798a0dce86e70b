import { expect, test } from 'vitest';
import { decidedText } from './decided-text.ts';

test.each([
  [true, true, 'Hidden.'],
  [false, true, 'Shown again.'],
  [false, false, 'Left as it is.'],
  [true, false, 'It is hidden or deleted already.'],
])('a decision that hides (%s) and changes something (%s) says %o', (hidden, changed, text) => {
  expect(decidedText({ hidden, changed })).toBe(text);
});
