import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { PassingEvent } from '@openhours/contract/live.ts';
import { frame, HEARTBEAT, type OutboxEvent } from './rules.ts';

/** How much may wait for a slow reader, in the process and not yet taken by the network, before it has to come back. */
const MOST_WAITING_BYTES = 256 * 1024;
/** How many events may happen while what was missed is being looked up. */
const MOST_WAITING_EVENTS = 1000;

/** One browser's stream of events, on the raw response. */
export interface Connection {
  readonly personId: string;
  readonly sessionId: string;
  /** The id of the last event it has been given, or was known to have when it came. */
  readonly position: number;
  /** An event that happened now; `text` is its frame, made once for all. Those it has had already are left out. */
  give(event: OutboxEvent, text: string): void;
  givePassing(event: PassingEvent): void;
  beat(): void;
  /** Says `ready`, then what was missed and what happened meanwhile, as fast as it is read. Until then all waits. */
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
    // Not ended but cut off: an end would wait for the very reader that does not read.
    if (outgoing.writableLength > MOST_WAITING_BYTES) outgoing.destroy();
  }

  function deliver(event: OutboxEvent, text: string): void {
    if (event.id <= position) return;
    position = event.id;
    write(text);
  }

  /** Settles when the network has taken what was written, or the line is gone. */
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
