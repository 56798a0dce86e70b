import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { PassingEvent } from '@openhours/contract/live.ts';
import { frame, HEARTBEAT, type OutboxEvent } from './rules.ts';

/** How much may be queued for a slow reader before its connection is closed. */
const MOST_WAITING_BYTES = 256 * 1024;
/** How many events may arrive while missed ones are being fetched. */
const MOST_WAITING_EVENTS = 1000;

/** One browser's stream of events, on the raw response. */
export interface Connection {
  readonly personId: string;
  readonly sessionId: string;
  /** The id of the last event that it received, or had when it connected. */
  readonly position: number;
  /** A new event; `text` is its frame. Events that it already has are skipped. */
  give(event: OutboxEvent, text: string): void;
  givePassing(event: PassingEvent): void;
  beat(): void;
  /** Sends `ready`, then missed and queued events, as fast as the client reads. New events are queued until then. */
  open(start: { position: number; resumed: boolean; missed: readonly OutboxEvent[] }): Promise<void>;
  end(): void;
}

export function createConnection(parts: { outgoing: ServerResponse; personId: string; sessionId: string }): Connection {
  const { outgoing, personId, sessionId } = parts;
  let waiting: { event: OutboxEvent; text: string }[] | undefined = [];
  let position = 0;

  function write(text: string): void {
    if (outgoing.writableEnded || outgoing.destroyed) return;
    outgoing.write(text);
    if (waiting) return;
    // Destroyed, because a clean end would wait for a client that does not read.
    if (outgoing.writableLength > MOST_WAITING_BYTES) outgoing.destroy();
  }

  function deliver(event: OutboxEvent, text: string): void {
    if (event.id <= position) return;
    position = event.id;
    write(text);
  }

  /** Resolves when the network has accepted the data, or the connection is closed. */
  async function taken(): Promise<void> {
    if (!outgoing.writableNeedDrain || outgoing.destroyed) return;
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]).finally(() =>
      settled.abort(),
    );
  }

  return {
    personId,
    sessionId,
    get position() {
      return position;
    },
    give(event, text) {
      if (!waiting) deliver(event, text);
      else if (waiting.length < MOST_WAITING_EVENTS) waiting.push({ event, text });
      else outgoing.destroy();
    },
    givePassing(event) {
      if (!waiting) write(frame({ data: event }));
    },
    beat() {
      if (!waiting) write(HEARTBEAT);
    },
    async open(start) {
      position = start.position;
      write(frame({ id: start.position, data: { type: 'ready', resumed: start.resumed } }));
      for (const event of start.missed) {
        deliver(event, frame({ id: event.id, data: event.event }));
        await taken();
      }
      for (let next = waiting?.shift(); next; next = waiting?.shift()) {
        deliver(next.event, next.text);
        await taken();
      }
      waiting = undefined;
    },
    end() {
      if (!outgoing.writableEnded) outgoing.end();
    },
  };
}
