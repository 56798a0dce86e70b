import type { LiveEvent } from '@openhours/contract/live.ts';
import { LIVE_SILENCE_MILLIS } from '@openhours/contract/talk-limits.ts';
import { createFrameReader } from './frames.ts';
import { waitMillis } from './reconnecting.ts';

/** A window that nobody looks at lets go of its line after this long: browsers allow a site six of them in all. */
const unseenMillis = 20_000;

/**
 * Keeps one line of live events open while the window is in sight, and comes back with the last event's id: what was
 * missed follows. By fetch and not by EventSource, which hides heartbeats and so cannot tell a dead line.
 */
export function openLiveConnection(heard: {
  onEvent: (event: LiveEvent) => void;
  /** Answers whether there is another session by now, with which the line may come back. */
  onSessionEnded: () => Promise<boolean>;
}): void {
  let lastId: string | undefined;
  let line: AbortController | undefined;
  let failures = 0;
  let nextAttempt: number | undefined;
  let letGo: number | undefined;
  let over = false;

  function connect(): void {
    window.clearTimeout(nextAttempt);
    if (over || line || document.visibilityState === 'hidden') return;
    const current = new AbortController();
    line = current;
    void follow(current)
      .catch(() => undefined)
      .then(() => {
        // Unless it was let go on purpose.
        if (line !== current) return;
        line = undefined;
        nextAttempt = window.setTimeout(connect, waitMillis(failures, Math.random()));
        failures += 1;
      });
  }

  function disconnect(): void {
    window.clearTimeout(nextAttempt);
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
      const read = createFrameReader();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        isAlive();
        for (const { id, data } of read(piece.value)) {
          if (current.signal.aborted || over) return;
          take(data);
          lastId = id ?? lastId;
        }
      }
    } finally {
      window.clearTimeout(silence);
      current.abort();
    }
  }

  function take(data: string): void {
    // The server's own words, typed by the contract on both sides.
    const event = JSON.parse(data) as LiveEvent;
    if (event.type === 'ready') failures = 0;
    if (event.type === 'signedOut') end();
    else heard.onEvent(event);
  }

  function end(): void {
    over = true;
    disconnect();
    void heard.onSessionEnded().then((goesOn) => {
      over = !goesOn;
      connect();
    });
  }

  document.addEventListener('visibilitychange', () => {
    window.clearTimeout(letGo);
    if (document.visibilityState === 'visible') connect();
    else letGo = window.setTimeout(disconnect, unseenMillis);
  });
  window.addEventListener('offline', disconnect);
  window.addEventListener('online', connect);
  // A page with an open line cannot be kept for the way back.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', connect);
  connect();
}
