import type { LiveEvent } from '@openhours/contract/live.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from './live-events.ts';
import { refetchAfterShowMore } from './refetch-after-show-more.ts';

const restMillis = 300;
const slotsRestMillis = 3000;

/**
 * Refetches these queries when such an event arrives. While many people book at once, an event arrives more often than an
 * answer: events during a refetch cause one more after it, and do not cancel it.
 */
export function useLiveRefetch(concerns: (event: LiveEvent) => boolean, ...queryKeys: readonly QueryKey[]): void {
  useRefetch(concerns, queryKeys, () => restMillis);
}

/**
 * The same for what shows no free slots. `slots` says that an appointment was booked, moved or cancelled, but also comes
 * with every hold of any patient. The first one refetches at once, and more of them only every few seconds.
 */
export function useLiveRefetchOfList(concerns: (event: LiveEvent) => boolean, ...queryKeys: readonly QueryKey[]): void {
  useRefetch(concerns, queryKeys, ({ type }) => (type === 'slots' ? slotsRestMillis : restMillis));
}

function useRefetch(
  concerns: (event: LiveEvent) => boolean,
  queryKeys: readonly QueryKey[],
  restAfter: (event: LiveEvent) => number,
): void {
  const queryClient = useQueryClient();
  const [refetch] = useState(() => inTurn());
  useLive((event) => {
    if (!concerns(event)) return;
    refetch(() => refetchAfterShowMore(queryClient, queryKeys), restAfter(event));
  });
}

type Task = () => Promise<unknown>;

/**
 * Returns a function that runs a task. It waits if another task is running, or began less than `rest` milliseconds ago. Of
 * the tasks that wait, only the last one is run, as soon as one of them may.
 */
export function inTurn(): (task: Task, rest: number) => void {
  let isBusy = false;
  let beganAt = -Infinity;
  let next: { readonly task: Task; readonly at: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    if (isBusy || !next) return;
    const wait = next.at - performance.now();
    if (wait > 0) {
      timer = setTimeout(() => void run(), wait);
      return;
    }
    const { task } = next;
    next = undefined;
    isBusy = true;
    beganAt = performance.now();
    await task();
    isBusy = false;
    await run();
  };
  return (task, rest) => {
    next = { task, at: Math.min(next?.at ?? Infinity, beganAt + rest) };
    void run();
  };
}
