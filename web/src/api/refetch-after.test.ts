import { MutationCache, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refetch, refetchAfter } from './refetch-after.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page that shows `key`, and a change whose refetch gets an answer only when `answer` is called. */
async function changeOnPage(mutationFn: () => Promise<string>, { waits }: { waits: boolean }) {
  const queryClient = new QueryClient({ mutationCache: new MutationCache({ onSettled: refetchAfter }) });
  const queryKey = ['shown'];
  const waiting = Promise.withResolvers<string>();
  let fetches = 0;
  const queryFn = () => ((fetches += 1) === 1 ? Promise.resolve('old') : waiting.promise);
  const query = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  query.subscribe(() => undefined);
  await expect.poll(() => query.getCurrentResult().data).toBe('old');
  const change = new MutationObserver(queryClient, { mutationFn, meta: { refetches: [queryKey], waits } });
  const outcome = change.mutate();
  return { change, outcome, fetches: () => fetches, answer: () => waiting.resolve('new') };
}

test('a failed change is reported without waiting for the refetch', async () => {
  const { change, outcome, fetches } = await changeOnPage(() => Promise.reject(new Error('No.')), { waits: true });
  await expect(outcome).rejects.toThrow('No.');
  expect(change.getCurrentResult().isPending).toBe(false);
  expect(fetches()).toBe(2);
});

test('a change that waits is pending until the page shows it', async () => {
  const { change, outcome, fetches, answer } = await changeOnPage(() => Promise.resolve('done'), { waits: true });
  await expect.poll(fetches).toBe(2);
  expect(change.getCurrentResult().isPending).toBe(true);
  answer();
  await expect(outcome).resolves.toBe('done');
  expect(change.getCurrentResult().isPending).toBe(false);
});

test('a change that waits is reported after five seconds, even if the refetch gets no answer', async () => {
  const { change, outcome, fetches } = await changeOnPage(() => Promise.resolve('done'), { waits: true });
  await expect.poll(fetches).toBe(2);
  await vi.advanceTimersByTimeAsync(4000);
  expect(change.getCurrentResult().isPending).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(outcome).resolves.toBe('done');
});

test('a change that does not wait is reported before the page shows it', async () => {
  const { outcome, fetches } = await changeOnPage(() => Promise.resolve('done'), { waits: false });
  await expect(outcome).resolves.toBe('done');
  expect(fetches()).toBe(2);
});

/** A page whose requests get an answer when the test gives it. */
async function pageThatLoads() {
  const queryClient = new QueryClient();
  const queryKey = ['shown'];
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const query = new QueryObserver(queryClient, {
    queryKey,
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  query.subscribe(() => undefined);
  await expect.poll(() => answers).toHaveLength(1);
  return { change: () => refetch(queryClient, queryKey), answers, shown: () => query.getCurrentResult().data };
}

test.each([1, 3])(
  'a page that is loading for the first time is refetched once, after %i changes meanwhile',
  async (changes) => {
    const { change, answers, shown } = await pageThatLoads();
    const refetched = Promise.all(Array.from({ length: changes }, change));
    await vi.advanceTimersByTimeAsync(10);
    // The first request is not repeated.
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('before');
    await expect.poll(() => answers).toHaveLength(2);
    expect(shown()).toBe('before');
    answers[1]?.resolve('after');
    await refetched;
    expect(shown()).toBe('after');
    expect(answers).toHaveLength(2);
  },
);

test('so it is if the first request fails', async () => {
  const { change, answers, shown } = await pageThatLoads();
  const refetched = change();
  answers[0]?.reject(new Error('No.'));
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.resolve('after');
  await refetched;
  expect(shown()).toBe('after');
});
