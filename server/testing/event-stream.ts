import type { LiveEvent } from '@openhours/contract/live.ts';
import type { TestClient } from './test-client.ts';

interface Received {
  readonly id: string | undefined;
  readonly event: LiveEvent;
}

/** A browser's connection to the live events. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** All events, in order. */
  readonly received: readonly Received[];
  readonly heartbeats: () => number;
  readonly lastId: () => string | undefined;
  /** Resolves with the first event, past or future, that satisfies this. Rejects after a while. */
  until(wanted: (event: LiveEvent) => boolean, millis?: number): Promise<LiveEvent>;
  /** Resolves when the server has closed it, or the connection broke. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens one with a client's cookies; if the answer is a stream, resolves after `ready`. */
export async function openEventStream(
  client: Pick<TestClient, 'cookies'>,
  url: string,
  options: { lastEventId?: string | undefined; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const { lastEventId, headers = {} } = options;
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${url}/api/events`, {
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
    signal: abort.signal,
  });
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  let beats = 0;
  let lastId: string | undefined = lastEventId;

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) take(frame);
        for (const watcher of watchers) watcher();
      }
    } catch {
      // The connection was closed, by us or by the server.
    }
  }

  function take(frame: string): void {
    if (frame.startsWith(':')) beats += 1;
    const id = /^id: (.*)$/m.exec(frame)?.[1];
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (id !== undefined) lastId = id;
    if (data !== undefined) received.push({ id, event: JSON.parse(data) });
  }

  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const ended = read();
  const stream: EventStream = {
    status: response.status,
    headers: response.headers,
    received,
    heartbeats: () => beats,
    lastId: () => lastId,
    ended,
    until: (wanted, millis = 30_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = received.find(({ event }) => wanted(event));
          if (!found) return;
          stop();
          resolve(found.event);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`No such event in ${millis} ms. Received: ${JSON.stringify(received).slice(0, 2000)}`));
        }, millis);
        const stop = () => {
          clearTimeout(timer);
          watchers.delete(look);
        };
        watchers.add(look);
        look();
      }),
    close: () => abort.abort(),
  };
  if (isStream) await stream.until(({ type }) => type === 'ready');
  return stream;
}
