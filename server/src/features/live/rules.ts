import type { LastingEvent } from '@openhours/contract/live.ts';

/** An event of the outbox. `audience` is a person's id, or `null` for everyone. */
export interface OutboxEvent {
  readonly id: number;
  readonly audience: string | null;
  /** A person who does not get it although the audience is everyone; `null` for nobody. */
  readonly exceptFor: string | null;
  readonly event: LastingEvent;
}

/** The id from which a client resumes; `undefined` if there is none or it is invalid. */
export function lastEventId(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * Keeps only the last of several 'slots of that day changed' events in a row: many bookings for one day cause one event
 * per read of the outbox. It leaves somebody out only if all of them do.
 */
export function withoutRepeatedSlots(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  const kept = new Map<string, OutboxEvent>();
  for (const event of events) {
    const key = event.event.type === 'slots' && event.audience === null ? event.event.date : String(event.id);
    const earlier = kept.get(key);
    // Deleted first, so that it takes the place of the last one.
    kept.delete(key);
    kept.set(key, earlier && earlier.exceptFor !== event.exceptFor ? { ...event, exceptFor: null } : event);
  }
  return [...kept.values()];
}

/** An event as a frame of the stream. JSON has no line breaks, so its data is one line. */
export function frame(event: { id?: number; data: unknown }): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}data: ${JSON.stringify(event.data)}\n\n`;
}

/** A comment: clients ignore it, but it shows that the connection is alive. */
export const HEARTBEAT = ':\n\n';

/** The minimum pause between two reads of the outbox, or two notifications. */
const REST_MILLIS = 5;
/** The same when there are too many events for a page to show each one. */
const RUSH_REST_MILLIS = 25;
const RUSH_EVENTS = 5;

/** How long to pause after this many events. */
export function restAfter(events: number): number {
  return events < RUSH_EVENTS ? REST_MILLIS : RUSH_REST_MILLIS;
}
