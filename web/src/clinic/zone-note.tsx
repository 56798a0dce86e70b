import { zoneNote } from './zone.ts';

/** Whose local time the times beside it are, for readers whose clocks differ from the clinic's; nothing for all others. */
export function ZoneNote({ className = '' }: { className?: string }) {
  const note = zoneNote();
  return note && <span className={`block ${className}`}>{note}</span>;
}
