import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';

export interface Place {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
}

export const dayAt = (days: number, since = Date.now()) =>
  new Date(since + days * 86_400_000).toISOString().slice(0, 10);

/** A slot as requests name it. */
export const slotAt = ({ day, startMinute }: Place, minutes = 30) => ({
  appointmentDate: mediumDateFromIso(day),
  slot: slotLabel({ startMinute, minutes }),
});

/** Slots of one calendar, each only once, and free at the same time in the following weeks, too. */
export function placesOf({ weeks }: { weeks: number }): () => Place {
  const turns = Math.floor(47 / weeks);
  const since = Date.now();
  let number = -1;
  return () => {
    number += 1;
    const turn = Math.floor(number / 7);
    return {
      day: dayAt(2 + (number % 7) + 7 * weeks * (turn % turns), since),
      startMinute: 540 + 30 * Math.floor(turn / turns),
    };
  };
}
