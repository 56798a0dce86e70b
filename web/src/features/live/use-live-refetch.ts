import type { LiveEvent } from '@openhours/contract/live.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from './live-events.ts';
import { refetchAfterShowMore } from './refetch-after-show-more.ts';

const restMillis = 300;

/**
 * Refetches these queries when such an event arrives. While many people book at once, an event arrives more often than an
 * answer: events during a refetch cause one more after it, and do not cancel it.
 */
export function useLiveRefetch(concerns: (event: LiveEvent) => boolean, ...queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient();
  const [refetch] = useState(() => inTurn(restMillis));
  useLive((event) => {
    if (!concerns(event)) return;
    refetch(() => refetchAfterShowMore(queryClient, queryKeys));
  });
}

type Task = () => Promise<unknown>;

/**
 * Returns a function that runs a task. It waits if another task is running, or began less than `millis` ago. Of the tasks
 * that wait, only the last one is run.
 */
export function inTurn(millis: number): (task: Task) => void {
  let isBusy = false;
  let next: Task | undefined;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (next) {
      const task = next;
      next = undefined;
      await Promise.all([task(), new Promise((resolve) => setTimeout(resolve, millis))]);
    }
    isBusy = false;
  };
  return (task) => {
    next = task;
    if (!isBusy) void run();
  };
}
