import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, type History, redone, startHistory, undone } from './history.ts';

const times = (count: number, step: (history: History<number>) => History<number>, from: History<number>) =>
  Array.from({ length: count }).reduce<History<number>>((history) => step(history), from);

test('undoing every change restores the first value, and redoing them restores the last', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1 }), { maxLength: 50 }), (values) => {
      const start = startHistory(0);
      const end = values.reduce<History<number>>((history, value) => changed(history, value), start);
      const back = times(values.length, undone, end);
      expect(back.present).toBe(0);
      expect(back.past).toEqual([]);
      expect(times(values.length, redone, back).present).toBe(values.at(-1) ?? 0);
    }),
  );
});

test('characters typed into one field are undone together', () => {
  const typed = [1, 2, 3].reduce<History<number>>((history, value) => changed(history, value, 'mon'), startHistory(0));
  expect(undone(typed).present).toBe(0);
  expect(undone(changed(typed, 4, 'tue')).present).toBe(3);
});

test('typing after an undo starts a new step and drops the undone one', () => {
  const history = changed(undone(changed(startHistory(0), 1, 'mon')), 2, 'mon');
  expect(history.future).toEqual([]);
  expect(undone(history).present).toBe(0);
  expect(redone(history).present).toBe(2);
});
