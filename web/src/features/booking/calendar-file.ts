import type { Booking } from '@openhours/contract/booking.ts';

/** A file for calendars (iCalendar, RFC 5545). Without a library, because it needs only ten lines and two rules. */
export function calendarFile(
  booking: Pick<Booking, '_id' | 'reference' | 'treatment' | 'doctorName' | 'startsAt' | 'minutes' | 'bookedAt'>,
  /** `url` is the booking's page. Its host and the booking's id make the event's id, so importing twice is harmless. */
  clinic: { name: string; address: string; phone: string; url: string },
): string {
  const { _id, reference, treatment, doctorName, startsAt, minutes, bookedAt } = booking;
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000);
  const where = [clinic.name, clinic.address].filter(Boolean).join(', ');
  const description = [`Reference: ${reference}`, clinic.phone && `Telephone: ${clinic.phone}`, clinic.url]
    .filter(Boolean)
    .join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Openhours//Appointments//EN',
    'BEGIN:VEVENT',
    `UID:${_id}@${new URL(clinic.url).hostname}`,
    `DTSTAMP:${utcStamp(new Date(bookedAt))}`,
    `DTSTART:${utcStamp(new Date(startsAt))}`,
    `DTEND:${utcStamp(endsAt)}`,
    `SUMMARY:${escapeText(doctorName ? `${treatment} with Dr. ${doctorName}` : treatment)}`,
    `LOCATION:${escapeText(where)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${clinic.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** '20261123T090000Z' */
function utcStamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Escapes text according to RFC 5545: a backslash before backslash, semicolon and comma; line breaks as \n. */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

const longestLine = 75;

/** Breaks a line after at most 75 bytes of UTF-8, never within a character; each continuation begins with a space. */
export function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (bytes + length > longestLine) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return folded;
}
