import type { LastingEvent } from '@openhours/contract/live.ts';

/** An event of the outbox. `audience` is a person's id, or `null` for everyone. */
export interface OutboxEvent {
  readonly id: number;
  readonly audience: string | null;
  readonly event: LastingEvent;
}

/** The id that a client came back with; `undefined` when there is none, or it is none of ours. */
export function lastEventId(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * Of several events in a row that say 'the slots of that day have changed', the last says it all: a rush for one day
 * is told once a reading, not once a booking.
 */
export function withoutRepeatedSlots(events: readonly OutboxEvent[]): readonly OutboxEvent[] {
  const told = new Set<string>();
  return events
    .toReversed()
    .filter(({ event, audience }) => {
      if (event.type !== 'slots' || audience !== null) return true;
      if (told.has(event.date)) return false;
      told.add(event.date);
      return true;
    })
    .toReversed();
}

/** An event as it goes over the line. JSON has no line breaks, so its data is one line. */
export function frame(event: { id?: number; data: unknown }): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}data: ${JSON.stringify(event.data)}\n\n`;
}

/** A comment, which a client does not see but for the line being alive. */
export const HEARTBEAT = ':\n\n';
