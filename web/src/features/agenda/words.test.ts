import { expect, test } from 'vitest';
import { stateButtons, undoOf } from './words.ts';

test.each([
  ['booked', ['arrived', 'no-show'], ['Arrived', 'No-show'], undefined],
  ['arrived', ['booked', 'in-progress'], ['With the doctor', 'Undo “Arrived”'], 'booked'],
  ['in-progress', ['done', 'arrived'], ['Done', 'Undo “With the doctor”'], 'arrived'],
  ['done', ['in-progress'], ['Undo “Done”'], 'in-progress'],
  ['no-show', ['booked', 'arrived'], ['Arrived', 'Undo “No-show”'], 'booked'],
  ['no-show', [], [], undefined],
  ['cancelled', ['booked'], ['Booked'], undefined],
] as const)('%s that can become %o has the buttons %o', (state, become, labels, undo) => {
  expect(stateButtons(state, become).map(({ label }) => label)).toEqual(labels);
  expect(undoOf(state, become)).toBe(undo);
});
