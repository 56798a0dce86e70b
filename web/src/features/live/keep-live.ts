import type { LiveEvent } from '@openhours/contract/live.ts';
import type { QueryKey } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { leaveIfSignedOut, queryClient } from '../../api/query-client.ts';
import { isSigningOut } from '../../api/session.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { openLiveConnection } from './connection.ts';
import { tellLive } from './live-events.ts';

const restMillis = 250;

let started = false;

/** From now on the window hears what happens, and what it shows follows. One connection, however often it is asked. */
export function keepLive(): void {
  if (started) return;
  started = true;
  openLiveConnection({
    onEvent: (event) => {
      for (const key of changedBy(event)) askAnew(key);
      tellLive(event);
    },
    onSessionEnded: async () => !isSigningOut() && (await leaveIfSignedOut()),
  });
}

/** What of the caches an event makes old. Posts and messages are taken in by their own pages (`useLive`). */
function changedBy(event: LiveEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'ready':
      // Also at the first time: what the page asked for before this line stood may have changed meanwhile.
      return event.resumed
        ? []
        : [api.schedule.key(), api.booking.key(), api.conversations.unread.key(), sessionQuery.queryKey];
    case 'slots':
      return [api.schedule.options.key({ input: { date: event.date } }), api.schedule.days.key()];
    case 'booking':
      return [api.booking.key()];
    case 'role':
      return [sessionQuery.queryKey];
    case 'message':
    case 'read':
      return [api.conversations.unread.key()];
    default:
      return [];
  }
}

const resting = new Map<string, { again: boolean }>();

/** At once, and then not again before a short rest, however much happens: a rush for one day is not a rush on us. */
function askAnew(queryKey: QueryKey): void {
  const name = JSON.stringify(queryKey);
  const rest = resting.get(name);
  if (rest) {
    rest.again = true;
    return;
  }
  const current = { again: false };
  resting.set(name, current);
  void queryClient.invalidateQueries({ queryKey });
  window.setTimeout(() => {
    resting.delete(name);
    if (current.again) askAnew(queryKey);
  }, restMillis);
}
