import { LIVE_SILENCE_MILLIS } from '@openhours/contract/limits.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';
import { EventDecoderStream } from '@orpc/standard-server';
import { serverNow } from '../../clinic/clock.ts';

/** A hidden window closes its connection after this time: browsers allow six per site. */
const unseenMillis = 20_000;
const firstWaitMillis = 400;
const longestWaitMillis = 20_000;
/** A break is reported after this time: most last a second or two. */
const lostMillis = 6_000;

/**
 * Keeps one connection for live events open while the window is visible. After a break it sends the last event's id, and
 * the server sends what was missed. With fetch, because EventSource hides heartbeats and cannot detect a dead
 * connection.
 */
export function openLiveConnection(handlers: {
  onEvent: (event: LiveEvent) => void;
  /** Returns whether there is a new session, with which to reconnect. */
  onSessionEnded: () => Promise<boolean>;
  /** There has been no connection for some seconds. `since`: when the server was last heard, in epoch milliseconds. */
  onLost: (since: number) => void;
  onConnected: () => void;
}): void {
  let lastId: string | undefined;
  let line: AbortController | undefined;
  let failures = 0;
  let nextAttempt: number | undefined;
  let hiddenTimer: number | undefined;
  let lostTimer: number | undefined;
  let lastHeard = serverNow();
  let over = false;

  function connect(): void {
    window.clearTimeout(nextAttempt);
    if (over || line || document.visibilityState === 'hidden') return;
    expectConnection();
    const current = new AbortController();
    line = current;
    void follow(current)
      .catch(() => undefined)
      .then(() => {
        // Unless it was closed on purpose.
        if (line !== current) return;
        line = undefined;
        expectConnection();
        nextAttempt = window.setTimeout(connect, waitMillis(failures));
        failures += 1;
      });
  }

  function expectConnection(): void {
    if (document.visibilityState === 'hidden') return;
    lostTimer ??= window.setTimeout(() => handlers.onLost(lastHeard), lostMillis);
  }

  function stopExpecting(): void {
    window.clearTimeout(lostTimer);
    lostTimer = undefined;
  }

  /** On purpose: while nobody looks, no connection is missed. */
  function disconnect(): void {
    window.clearTimeout(nextAttempt);
    stopExpecting();
    const current = line;
    line = undefined;
    current?.abort();
  }

  async function follow(current: AbortController): Promise<void> {
    let silence: number | undefined;
    const isAlive = (): void => {
      window.clearTimeout(silence);
      silence = window.setTimeout(() => current.abort(), LIVE_SILENCE_MILLIS);
    };
    isAlive();
    try {
      const response = await fetch('/api/events', {
        headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        cache: 'no-store',
        signal: current.signal,
      });
      if (response.status === 401) return end();
      if (!response.ok || !response.body) return;
      const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventDecoderStream());
      const reader = messages.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        isAlive();
        lastHeard = serverNow();
        const { id, data } = next.value;
        // A heartbeat has no data.
        if (data === undefined) continue;
        if (current.signal.aborted || over) return;
        take(data);
        lastId = id ?? lastId;
      }
    } finally {
      window.clearTimeout(silence);
      current.abort();
    }
  }

  function take(data: string): void {
    // The events are typed by the contract on both sides.
    const event = JSON.parse(data) as LiveEvent;
    if (event.type === 'signedOut') return end();
    handlers.onEvent(event);
    if (event.type !== 'ready') return;
    failures = 0;
    stopExpecting();
    // After the event: what it refetches is not fetched twice.
    handlers.onConnected();
  }

  function end(): void {
    over = true;
    disconnect();
    void handlers.onSessionEnded().then((hasNewSession) => {
      over = !hasNewSession;
      connect();
    });
  }

  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') {
      hiddenTimer = window.setTimeout(disconnect, unseenMillis);
      return;
    }
    // If the page stayed because of unsaved changes when its session ended, there may be a new session.
    over = false;
    connect();
  });
  window.addEventListener('offline', () => {
    disconnect();
    if (!over) expectConnection();
  });
  window.addEventListener('online', connect);
  // A page with an open connection cannot enter the back/forward cache.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', connect);
  connect();
}

/**
 * The wait before the next attempt, after this many failures in a row. Doubles, with random jitter, so that not all
 * clients reconnect at the same moment after a restart.
 */
function waitMillis(failures: number): number {
  return Math.min(firstWaitMillis * 2 ** failures, longestWaitMillis) * (0.5 + Math.random() / 2);
}
