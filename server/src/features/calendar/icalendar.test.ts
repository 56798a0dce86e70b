import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { findCalendarZone } from './calendar-zone.ts';
import { type Calendar, type CalendarEntry, icalendarOf } from './icalendar.ts';

const ENTRY: CalendarEntry = {
  id: '01970000-0000-7000-8000-000000000000',
  sequence: 3,
  changedAt: new Date('2026-11-23T10:00:00Z'),
  startsAt: new Date('2026-12-01T08:00:00Z'),
  endsAt: new Date('2026-12-01T08:30:00Z'),
  isCancelled: false,
  title: 'Appointment at Clinic',
  description: 'Reference: K7M2QX',
  location: 'Clinic, Bahnhofstr. 1, 10115 Berlin',
  url: 'https://clinic.example/dashboard/myAppointment/01970000-0000-7000-8000-000000000000',
  alarmHours: [24, 2],
};
const CALENDAR: Calendar = {
  method: 'PUBLISH',
  entries: [ENTRY],
  timeZone: 'Europe/Berlin',
  organizer: { name: 'Clinic', email: 'no-reply@clinic.example' },
};
const write = (entry: Partial<CalendarEntry> = {}, more: Partial<Calendar> = {}) =>
  icalendarOf({ ...CALENDAR, ...more, entries: [{ ...ENTRY, ...entry }] });

/** What ical.js, the parser of Thunderbird, reads. Local times are read with the VTIMEZONE of the text. */
function readStrictly(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('There is no event');
  const event = new ICAL.Event(component);
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) {
    const timezone = new ICAL.Timezone(zone);
    for (const time of [event.startDate, event.endDate])
      if (time.zone !== ICAL.Timezone.utcTimezone) time.zone = timezone;
  }
  return {
    method: calendar.getFirstPropertyValue('method'),
    component,
    event,
    from: event.startDate.toUnixTime() * 1000,
    to: event.endDate.toUnixTime() * 1000,
  };
}

/** What node-ical reads. Local times are read with the platform's time zones. */
function readElsewhere(text: string) {
  const event = Object.values(nodeIcal.sync.parseICS(text)).find((part) => part?.type === 'VEVENT');
  if (event?.type !== 'VEVENT') throw new Error('There is no event');
  return event;
}

/** The lines of a text, unfolded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').trimEnd().split('\r\n');

describe('a calendar', () => {
  it('has what programs need to recognise, change and cancel an appointment', () => {
    const lines = linesOf(write({}, { method: 'REQUEST', attendee: 'pat@example.org' }));
    expect(lines.filter((line) => !/^(BEGIN|END|TZ|X-LIC|LAST-MOD|RRULE)/.test(line))).toMatchInlineSnapshot(`
      [
        "VERSION:2.0",
        "PRODID:-//Openhours//Appointments//EN",
        "METHOD:REQUEST",
        "DTSTART:19700329T020000",
        "DTSTART:19701025T030000",
        "UID:01970000-0000-7000-8000-000000000000",
        "SEQUENCE:3",
        "DTSTAMP:20261123T100000Z",
        "DTSTART;TZID=Europe/Berlin:20261201T090000",
        "DTEND;TZID=Europe/Berlin:20261201T093000",
        "SUMMARY:Appointment at Clinic",
        "TRANSP:OPAQUE",
        "LOCATION:Clinic\\, Bahnhofstr. 1\\, 10115 Berlin",
        "DESCRIPTION:Reference: K7M2QX",
        "ORGANIZER;CN="Clinic":mailto:no-reply@clinic.example",
        "ATTENDEE;ROLE=REQ-PARTICIPANT;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;RSVP=FALSE:MAILTO:pat@example.org",
        "URL;VALUE=URI:https://clinic.example/dashboard/myAppointment/01970000-0000-7000-8000-000000000000",
        "STATUS:CONFIRMED",
        "CLASS:PRIVATE",
        "ACTION:DISPLAY",
        "TRIGGER:-P1D",
        "DESCRIPTION:Appointment at Clinic",
        "ACTION:DISPLAY",
        "TRIGGER:-PT2H",
        "DESCRIPTION:Appointment at Clinic",
      ]
    `);
    const cancelled = linesOf(
      write({ isCancelled: true, sequence: 4 }, { method: 'CANCEL', attendee: 'pat@example.org' }),
    );
    expect(cancelled).toEqual(
      expect.arrayContaining([
        'METHOD:CANCEL',
        'STATUS:CANCELLED',
        'SEQUENCE:4',
        `UID:${ENTRY.id}`,
        'TRANSP:TRANSPARENT',
      ]),
    );
    expect(cancelled).not.toContain('BEGIN:VALARM');
  });

  it('has the properties of each component before the components in it, as the standard demands', () => {
    const text = write({}, { feed: { name: 'Clinic', refreshMinutes: 60 } });
    const kinds = linesOf(text).map((line) => /^(BEGIN|END):(.*)/.exec(line)?.slice(1) ?? ['property', '']);
    const ended: boolean[] = [];
    for (const [kind] of kinds) {
      if (kind === 'BEGIN') ended.push(false);
      else if (kind === 'property') expect(ended.at(-1) ?? false).toBe(false);
      else {
        ended.pop();
        ended.splice(-1, 1, true);
      }
    }
    expect(linesOf(text)).toEqual(
      expect.arrayContaining(['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-WR-CALNAME:Clinic']),
    );
  });

  it('of no appointments is valid', () => {
    const calendar = new ICAL.Component(ICAL.parse(icalendarOf({ ...CALENDAR, entries: [] })));
    expect(calendar.getAllSubcomponents('vevent')).toEqual([]);
  });
});

describe('time', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:30');
  const first = Date.UTC(2026, 8, 1);
  const last = Date.UTC(2031, 0, 1);
  /** Often close to a change of the clock, or on it. */
  const moments = fc
    .record({
      zone: zones,
      minute: fc.integer({ min: first / 60_000, max: last / 60_000 }),
      near: fc.integer({ min: -200, max: 200 }),
      isNear: fc.boolean(),
    })
    .map(({ zone, minute, near, isNear }) => {
      const at = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone);
      const change = isNear ? at.getTimeZoneTransition('next') : null;
      return { zone, at: new Date(change === null ? minute * 60_000 : change.epochMilliseconds + near * 60_000) };
    });

  it('is the same instant for both parsers, in every zone and at every change of the clock', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 5, max: 600 }), ({ zone, at }, minutes) => {
        const endsAt = new Date(at.getTime() + minutes * 60_000);
        const text = write({ startsAt: at, endsAt }, { timeZone: zone });
        const strict = readStrictly(text);
        expect([strict.from, strict.to]).toEqual([at.getTime(), endsAt.getTime()]);
        const elsewhere = readElsewhere(text);
        expect([elsewhere.start.getTime(), elsewhere.end?.getTime()]).toEqual([at.getTime(), endsAt.getTime()]);
      }),
      { numRuns: 1000 },
    );
  });

  it('is local where it can be, and UTC in a repeated hour and where no VTIMEZONE fits', () => {
    const start = (startsAt: string, timeZone: string) =>
      linesOf(
        write({ startsAt: new Date(startsAt), endsAt: new Date(Date.parse(startsAt) + 60_000) }, { timeZone }),
      ).find((line) => line.startsWith('DTSTART') && !line.includes('1970'));
    expect(start('2026-10-24T08:00:00Z', 'Europe/Berlin')).toBe('DTSTART;TZID=Europe/Berlin:20261024T100000');
    expect(start('2026-10-26T08:00:00Z', 'Europe/Berlin')).toBe('DTSTART;TZID=Europe/Berlin:20261026T090000');
    expect(start('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('DTSTART:20261025T003000Z');
    expect(start('2026-10-26T08:00:00Z', 'Asia/Calcutta')).toBe('DTSTART;TZID=Asia/Kolkata:20261026T133000');
    // The VTIMEZONE has the last Friday of March, the law the Friday before the last Sunday.
    expect(start('2028-03-24T08:00:00Z', 'Asia/Jerusalem')).toBe('DTSTART:20280324T080000Z');
    // Morocco ended summer time in September 2026.
    expect(start('2026-08-24T08:00:00Z', 'Africa/Casablanca')).toBe('DTSTART:20260824T080000Z');
    expect(start('2026-12-01T08:00:00Z', 'Africa/Casablanca')).toBe('DTSTART;TZID=Africa/Casablanca:20261201T080000');
    expect(start('2026-12-01T08:00:00Z', '+05:30')).toBe('DTSTART:20261201T080000Z');
  });

  it('is local in every zone on an ordinary day', () => {
    const inUtc = Intl.supportedValuesOf('timeZone').filter((zone) => !findCalendarZone(zone)?.holds(ENTRY.startsAt));
    expect(inUtc).toEqual([]);
  });
});

describe('text', () => {
  /** What attackers and accidents put into a text. */
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '\u0000',
      '\u0085',
      '\u2028',
      '\u202E',
      '\u2067',
      '\uD800',
      '\\',
      '\\n',
      ';',
      ',',
      ':',
      '"',
      '^',
      '\t',
      'BEGIN:VALARM\r\nEND:VALARM\r\n',
      'END:VEVENT\r\nEND:VCALENDAR',
      '\r\nATTENDEE:mailto:evil@example.org',
      '<b>markup</b>',
      '&amp;',
      'বাংলা',
      '👩🏽‍⚕️',
      'x'.repeat(10_000),
      'é'.repeat(80),
    ),
  );
  const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  /** What should arrive. */
  const clean = (text: string) =>
    text
      .toWellFormed()
      .replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
  const cleanLine = (text: string) => clean(text).replaceAll('\n', ' ').trim();

  it('arrives unchanged but for control characters, in lines of at most 75 octets', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (title, description, location, name) => {
        const text = write(
          { title, description, location },
          {
            method: 'REQUEST',
            organizer: { name, email: 'no-reply@clinic.example' },
            attendee: 'pat@example.org',
            feed: { name, refreshMinutes: 60 },
          },
        );
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
        for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);

        const { event, component, from } = readStrictly(text);
        expect(event.summary ?? '').toBe(cleanLine(title));
        expect(event.description ?? '').toBe(clean(description));
        expect(event.location ?? '').toBe(cleanLine(location));
        // ical.js unescapes backslashes in parameters too, which the standard does not.
        if (!name.includes('\\')) {
          const organizer = component.getFirstProperty('organizer')?.getFirstParameter('cn');
          expect(organizer).toBe(cleanLine(name) || 'no-reply@clinic.example');
        }
        expect(component.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([
          'MAILTO:pat@example.org',
        ]);
        expect(component.getAllSubcomponents()).toHaveLength(2);
        expect(from).toBe(ENTRY.startsAt.getTime());

        const elsewhere = readElsewhere(text);
        // node-ical reads an escaped backslash before an 'n' as the escape of a line break, and leaves out quotation marks
        // around a text.
        const isReadRight = (sent: string) => !/\\[nN]|^\s*"|"\s*$/.test(clean(sent));
        if (isReadRight(title)) expect(elsewhere.summary ?? '').toBe(cleanLine(title));
        if (isReadRight(description)) expect(elsewhere.description ?? '').toBe(clean(description));
        if (isReadRight(location)) expect(elsewhere.location ?? '').toBe(cleanLine(location));
      }),
      { numRuns: 300 },
    );
  });
});
