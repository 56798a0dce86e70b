import { expect, test, vi } from 'vitest';
import { inTurn } from './use-live-refetch.ts';

test('of the tasks that wait for the running one, only the last is run', async () => {
  const refetch = inTurn();
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const ask = (name: string, end: Promise<void>) =>
    refetch(() => {
      started.push(name);
      return end;
    }, 1);
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

test('the first task is run at once, and more of its kind only after a rest, but an urgent one does not wait for that', async () => {
  vi.useFakeTimers();
  try {
    const refetch = inTurn();
    let count = 0;
    const ask = (rest: number) =>
      refetch(async () => {
        count += 1;
      }, rest);
    ask(3000);
    expect(count).toBe(1);
    for (let times = 0; times < 29; times += 1) {
      await vi.advanceTimersByTimeAsync(100);
      ask(3000);
    }
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(count).toBe(2);

    ask(3000);
    await vi.advanceTimersByTimeAsync(200);
    ask(300);
    // A task that may wait longer does not delay the urgent one.
    ask(3000);
    expect(count).toBe(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(count).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count).toBe(3);
    ask(3000);
    expect(count).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});
