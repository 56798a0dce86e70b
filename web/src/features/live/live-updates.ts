import type { LiveEvent } from '@openhours/contract/live.ts';
import type { QueryKey } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { leaveIfSignedOut, queryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { setClinicTimeZone } from '../../clinic/zone.ts';
import { openLiveConnection } from './connection.ts';
import { setLostSince } from './connection-state.ts';
import { emitLiveEvent } from './live-events.ts';
import { refetchAfterShowMore } from './refetch-after-show-more.ts';

const restMillis = 250;

let started = false;

/** Starts the live connection and updates caches from its events. Repeated calls share one connection. */
export function startLiveUpdates(): void {
  if (started) return;
  started = true;
  openLiveConnection({
    onEvent: (event) => {
      if (event.type === 'timetable' && event.timeZone !== undefined) setClinicTimeZone(event.timeZone);
      for (const key of changedBy(event)) invalidate(key);
      emitLiveEvent(event);
    },
    onLost: setLostSince,
    onConnected: () => {
      setLostSince(undefined);
      refetchUnanswered();
    },
    onSessionEnded: leaveIfSignedOut,
  });
}

/** Refetches what failed without an answer: a resumed connection sends no event for it. */
function refetchUnanswered(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { error, fetchStatus } }) =>
      error !== null && fetchStatus === 'idle' && readFailure(error).kind === 'unanswered',
  });
}

/** Invalidates everything that shows payments, except the intent of an open card form, which a new one would empty. */
const shownPayments: readonly QueryKey[] = [
  api.payments.mine.key(),
  api.payments.ofBooking.key(),
  api.payments.receipt.key(),
  api.payments.list.key(),
  api.payments.one.key(),
  api.payments.differences.key(),
];

const timetable: readonly QueryKey[] = [
  api.schedule.key(),
  api.appointments.options.key(),
  api.availability.key(),
  api.treatments.key(),
  api.closures.key(),
];

/** Invalidates the caches that an event makes stale. Pages of posts and messages handle their own (`useLive`). */
function changedBy(event: LiveEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'ready':
      // Also on the first connection: data fetched before it may be stale. While disconnected, another person may have
      // signed in.
      return event.resumed
        ? [sessionQuery.queryKey]
        : [
            ...timetable,
            api.booking.key(),
            ...shownPayments,
            api.conversations.unread.key(),
            api.dashboard.key(),
            api.waitingList.key(),
            sessionQuery.queryKey,
          ];
    case 'slots':
      return [
        api.schedule.options.key({ input: { date: event.date } }),
        api.appointments.options.key({ input: { date: event.date } }),
        api.schedule.days.key(),
      ];
    case 'timetable':
      return timetable;
    case 'booking':
      return [api.booking.key(), api.dashboard.key()];
    case 'waiting-list':
      return [api.waitingList.key()];
    case 'payment':
      return [...shownPayments, api.dashboard.key()];
    case 'role':
      return [sessionQuery.queryKey];
    case 'message':
    case 'read':
      return [api.conversations.unread.key(), api.dashboard.key()];
    default:
      return [];
  }
}

const throttled = new Map<string, { again: boolean }>();

/** Throttle: at once, then at most one refetch per key and interval. */
function invalidate(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey);
  const rest = throttled.get(name);
  if (rest) {
    rest.again = true;
    return;
  }
  const current = { again: false };
  throttled.set(name, current);
  void refetchAfterShowMore(queryClient, [queryKey]);
  window.setTimeout(() => {
    throttled.delete(name);
    if (current.again) invalidate(queryKey);
  }, restMillis);
}
