import type { Booking } from '@openhours/contract/booking.ts';

/** What a link says about the clinic. `page` is the URL of the booking's page. */
interface Place {
  readonly name: string;
  readonly address: string;
  readonly page: string;
}

/**
 * Links that add an appointment to a calendar. Google and Outlook read it from the address; every other program, Apple's
 * too, from our file. None names the treatment.
 */
export function calendarLinks(
  { _id, reference, startsAt, minutes }: Pick<Booking, '_id' | 'reference' | 'startsAt' | 'minutes'>,
  { name, address, page }: Place,
): { readonly google: string; readonly outlook: string; readonly file: string } {
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString();
  const title = `Appointment at ${name}`;
  const location = [name, address].filter(Boolean).join(', ');
  const details = `Reference: ${reference}\n${page}`;
  const google = {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    details,
    location,
  };
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    body: details,
    location,
  };
  return {
    google: `https://calendar.google.com/calendar/render?${queryOf(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${queryOf(outlook)}`,
    file: `/api/bookings/${_id}/calendar.ics`,
  };
}

/** '20261123T090000Z' */
function compact(instant: string): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}

/** Spaces as %20: Outlook shows a plus as it is. */
function queryOf(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20');
}
