import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorkQueue, Overloaded } from './work-queue.ts';

const RULES = { most: 2, patienceMillis: 30_000, rushMillis: 30_000, overloadPatienceMillis: 1000 };

/** Work that ends when it is told to. */
function openWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, ended };
}

test('does at most so much at a time, in order, and everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pauses: fc.nat(3), fails: fc.boolean(), isBegun: fc.boolean() }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (works, most) => {
        const queue = createWorkQueue({ ...RULES, most });
        let inProgress = 0;
        const order: number[] = [];
        const results = await Promise.allSettled(
          works.map(({ pauses, fails, isBegun }, number) =>
            queue.run(
              async () => {
                order.push(number);
                inProgress += 1;
                expect(inProgress).toBeLessThanOrEqual(most);
                for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
                inProgress -= 1;
                if (fails) throw new Error('planted');
                return number;
              },
              { isBegun },
            ),
          ),
        );
        expect(results.map(({ status }) => status === 'rejected')).toEqual(works.map(({ fails }) => fails));
        expect(order.toSorted((one, other) => one - other)).toEqual(works.map((_, number) => number));
        for (const isBegun of [true, false]) {
          const theirs = order.filter((number) => works[number]?.isBegun === isBegun);
          expect(theirs).toEqual(theirs.toSorted((one, other) => one - other));
        }
        expect(queue.waiting()).toBe(0);
      },
    ),
  );
});

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('those who have begun come first', async () => {
    const queue = createWorkQueue({ ...RULES, most: 1 });
    const busy = openWork();
    const order: string[] = [];
    const all = [
      queue.run(() => busy.ended),
      queue.run(async () => void order.push('new')),
      queue.run(async () => void order.push('begun'), { isBegun: true }),
    ];
    busy.end();
    await Promise.all(all);
    expect(order).toEqual(['begun', 'new']);
  });

  test('in a rush, people wait up to half a minute', async () => {
    const queue = createWorkQueue({ ...RULES, most: 1 });
    const busy = openWork();
    const running = queue.run(() => busy.ended);
    const patient = queue.run(async () => 'done');
    await vi.advanceTimersByTimeAsync(29_000);
    busy.end();
    expect(await patient).toBe('done');
    await running;
  });

  test('nobody waits for longer, although nothing ends', async () => {
    const queue = createWorkQueue({ ...RULES, most: 1 });
    void queue.run(() => openWork().ended);
    const refused = expect(queue.run(async () => 'done')).rejects.toThrow(Overloaded);
    await vi.advanceTimersByTimeAsync(30_500);
    await refused;
    expect(queue.waiting()).toBe(0);
  });

  test('in an overload, those who wait longer than a second are refused, and the others are answered', async () => {
    const queue = createWorkQueue({ ...RULES, most: 1 });
    const outcomes: { after: number; result: string }[] = [];
    const arrive = (at: number) => {
      const result = queue.run(() => new Promise((resolve) => setTimeout(resolve, 100)));
      const note = (said: string) => void outcomes.push({ after: Date.now() - at, result: said });
      return result.then(
        () => note('done'),
        () => note('refused'),
      );
    };
    const everybody: Promise<void>[] = [];
    // Fifty a second, five times what can be done.
    for (let ticks = 0; ticks < 3000; ticks += 1) {
      everybody.push(arrive(Date.now()));
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(40_000);
    await Promise.all(everybody);
    const late = outcomes.slice(-1200);
    const done = late.filter(({ result }) => result === 'done');
    expect(Math.max(...late.map(({ after }) => after))).toBeLessThan(1500);
    // Most need not even wait to hear it.
    const refusedAtOnce = late.filter(({ result, after }) => result === 'refused' && after === 0);
    expect(refusedAtOnce.length).toBeGreaterThan(900);
    // All that can be done is done: ten a second, in the last 24 seconds.
    expect(done.length).toBeGreaterThan(220);

    // A break ends the overload.
    const busy = openWork();
    void queue.run(() => busy.ended);
    const patient = queue.run(async () => 'done');
    await vi.advanceTimersByTimeAsync(20_000);
    busy.end();
    expect(await patient).toBe('done');
  });
});
