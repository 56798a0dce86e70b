import {
  escape,
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { findCalendarZone } from './calendar-zone.ts';

/** One appointment in a calendar. Texts may have any characters. */
export interface CalendarEntry {
  /** The same for life, so that programs recognise the appointment. */
  readonly id: string;
  /** Rises with every change of time or state. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isCancelled: boolean;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** Its page. */
  readonly url: string;
  /** How long before the start an alarm rings. */
  readonly alarmHours: readonly number[];
}

export interface Calendar {
  /** REQUEST and CANCEL change the calendar of `attendee` (RFC 5546). PUBLISH only shows entries. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly entries: readonly CalendarEntry[];
  /** IANA zone of the entries' local times. */
  readonly timeZone: string;
  readonly organizer: { readonly name: string; readonly email: string };
  /** The email address of the person whose calendar it is for. */
  readonly attendee?: string | undefined;
  /** The name of a feed, and how often programs should ask for it again. */
  readonly feed?: { readonly name: string; readonly refreshMinutes: number } | undefined;
}

const PRODUCT = { company: 'Openhours', product: 'Appointments', language: 'EN' };

/**
 * The iCalendar text (RFC 5545) of appointments. Times are local, with the VTIMEZONE of the clinic's zone; in UTC if there
 * is no VTIMEZONE or a program could read the local time as another instant.
 */
export function icalendarOf({ method, entries, timeZone, organizer, attendee, feed }: Calendar): string {
  const zone = findCalendarZone(timeZone);
  const calendar = new ICalCalendar({ prodId: PRODUCT, method: ICalCalendarMethod[method] });
  calendar.timezone({ name: null, generator: () => zone?.block ?? null });
  // The library writes this name as it is.
  if (feed) calendar.name(escape(oneLine(feed.name), false)).ttl(feed.refreshMinutes * 60);
  for (const entry of entries) {
    const { id, sequence, changedAt, startsAt, endsAt, isCancelled, title, description, location, url } = entry;
    const localZone = zone?.holds(startsAt) && zone.holds(endsAt) ? zone.id : undefined;
    const event = calendar.createEvent({
      id,
      sequence,
      stamp: changedAt,
      // The library writes a Date with a time zone wrongly.
      start: startsAt.toTemporalInstant().toZonedDateTimeISO(localZone ?? 'UTC'),
      end: endsAt.toTemporalInstant().toZonedDateTimeISO(localZone ?? 'UTC'),
      timezone: localZone ?? null,
      summary: oneLine(title),
      description: readable(description),
      location: oneLine(location),
      url,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      class: ICalEventClass.PRIVATE,
      organizer: { name: oneLine(organizer.name) || organizer.email, email: organizer.email },
    });
    if (attendee !== undefined) {
      event.createAttendee({
        email: attendee,
        type: ICalAttendeeType.INDIVIDUAL,
        role: ICalAttendeeRole.REQ,
        // They booked it: their program need not ask them.
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      });
    }
    if (isCancelled) continue;
    for (const hours of entry.alarmHours) {
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore: hours * 3600 });
    }
  }
  return `${propertiesFirst(calendar.toString())}\r\n`;
}

/**
 * RFC 5545 wants the properties of a component before the components in it; the library writes some of them after the
 * alarms and the VTIMEZONE. No line of a text can begin like these: continued lines begin with a space.
 */
function propertiesFirst(text: string): string {
  return text
    .replaceAll(/((?:^BEGIN:VALARM\r\n[^]*?^END:VALARM\r\n)+)([^]*?)(?=^END:VEVENT\r\n)/gm, '$2$1')
    .replace(/(^BEGIN:VTIMEZONE\r\n[^]*^END:VTIMEZONE\r\n)([^]*?)(?=^BEGIN:VEVENT\r\n)/m, '$2$1');
}

/**
 * Text without control characters, halves of letters, and marks that change the direction of writing, which could hide
 * what it says. Line breaks stay.
 */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n|[\r\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(/[\p{Cc}--\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gv, '');
}

function oneLine(text: string): string {
  return readable(text).replaceAll('\n', ' ').trim();
}
