import { expect, test } from 'vitest';
import { inTurn } from './use-live-refetch.ts';

test('of the tasks that wait for the running one, only the last is run', async () => {
  const refetch = inTurn(1);
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const ask = (name: string, end: Promise<void>) =>
    refetch(() => {
      started.push(name);
      return end;
    });
  ask('first', first.promise);
  ask('second', last.promise);
  ask('last', last.promise);
  expect(started).toEqual(['first']);
  first.resolve();
  await expect.poll(() => started).toEqual(['first', 'last']);
  last.resolve();
  // Long enough for another run, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 10));
  ask('later', last.promise);
  expect(started).toEqual(['first', 'last', 'later']);
});
