import { addressOf, type CurrentClinic } from '../clinic/index.ts';
import type { CalendarPlace } from './entries.ts';

/** What calendars say about the clinic at this moment. */
export interface CalendarClinic {
  readonly place: CalendarPlace;
  /** IANA */
  readonly timeZone: string;
  /** The sender of the clinic's emails. */
  readonly organizer: { readonly name: string; readonly email: string };
}

export function calendarClinicOf(
  { shown }: Pick<CurrentClinic, 'shown'>,
  { publicUrl, senderAddress }: { publicUrl: string; senderAddress: string },
): CalendarClinic {
  const { name, phone, timeZone } = shown;
  return {
    place: { clinicName: name, address: addressOf(shown), phone, publicUrl },
    timeZone,
    organizer: { name, email: senderAddress },
  };
}
