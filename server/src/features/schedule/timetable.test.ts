import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, clinicDay, type Opening } from './slots.ts';
import {
  type ClosedTime,
  clinicOpeningsOn,
  closureOfAllDay,
  type HoursException,
  hasEnded,
  isWithinHours,
  openedFrom,
  openingsOn,
  slotsOfOption,
  type Timetable,
  type WorkingHours,
  type WorkingWeek,
} from './timetable.ts';

/** Every zone of this machine. Zones with unusual offsets or clock changes are drawn more often. */
const anyZone = fc.oneof(
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  fc.constantFrom(
    'Asia/Kathmandu',
    'Australia/Eucla',
    'Pacific/Chatham',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Apia',
  ),
);
const CALENDAR = 'calendar';
const OTHER_CALENDAR = 'another calendar';
const TREATMENT = 'treatment';
const anyTreatment = fc.constantFrom(null, TREATMENT, 'another treatment');

/** Intervals of a day with a pause between them. */
const anyOpenings = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 6 })
  .map((marks): Opening[] => {
    const sorted = marks.toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, at) => ({
      opensMinute: (sorted[2 * at] ?? 0) * 15,
      closesMinute: (sorted[2 * at + 1] ?? 0) * 15,
    }));
  });

const anyHours = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 7 }), anyTreatment, anyOpenings), {
    maxLength: 12,
    selector: ([weekday, treatmentId]) => `${weekday} ${treatmentId}`,
  })
  .map((days): WorkingHours[] =>
    days.flatMap(([weekday, treatmentId, openings]) =>
      openings.map((opening) => ({ ...opening, weekday, treatmentId })),
    ),
  );

/** Both days on which the clock of the zone changes, or any day. */
function dateIn(zone: string, { year, pick }: { year: number; pick: number }): string {
  const start = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  const change = pick % 3 === 0 ? undefined : start.getTimeZoneTransition('next');
  const second = pick % 3 === 2 ? change?.getTimeZoneTransition('next') : undefined;
  const date = (second ?? change)?.toPlainDate().toString();
  return date !== undefined && date < '2045' ? date : addDays(`${year}-01-01`, pick % 366);
}

const anyQuestion = fc
  .record({
    zone: anyZone,
    year: fc.integer({ min: 2024, max: 2030 }),
    pick: fc.nat(1000),
    weeks: fc.uniqueArray(fc.tuple(fc.integer({ min: -30, max: 5 }), anyHours), {
      maxLength: 3,
      selector: ([ahead]) => ahead,
    }),
    exceptions: fc.uniqueArray(
      fc.tuple(fc.integer({ min: -1, max: 1 }), fc.option(anyOpenings), fc.constantFrom(null, TREATMENT)),
      { maxLength: 2, selector: ([ahead, , treatmentId]) => `${ahead} ${treatmentId}` },
    ),
    clinicHours: fc.option(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), anyOpenings), { minLength: 1, maxLength: 5 }),
      {
        freq: 2,
      },
    ),
    specialHours: fc.option(fc.tuple(fc.integer({ min: -1, max: 1 }), anyOpenings), { freq: 2 }),
    specialDoctors: fc.array(fc.tuple(fc.integer({ min: -1, max: 1 }), fc.constantFrom(CALENDAR, OTHER_CALENDAR)), {
      maxLength: 2,
    }),
    closures: fc.array(
      fc.tuple(
        fc.integer({ min: -3, max: 2 }),
        fc.nat(3),
        fc.constantFrom(null, CALENDAR, OTHER_CALENDAR),
        fc.constantFrom(0, 0, 605, 840),
        fc.constantFrom(1440, 1440, 845, 900),
      ),
      { maxLength: 2 },
    ),
    minutes: fc.constantFrom(5, 10, 15, 20, 30, 45, 60, 90, 400),
    bufferMinutes: fc.constantFrom(0, 0, 5, 10, 25),
    taken: fc.array(fc.tuple(fc.integer({ min: -60, max: 1500 }), fc.integer({ min: 1, max: 200 })), { maxLength: 5 }),
    earliestMinute: fc.integer({ min: -200, max: 1500 }),
  })
  .map(
    ({
      zone,
      year,
      pick,
      weeks,
      exceptions,
      clinicHours,
      specialHours,
      specialDoctors,
      closures,
      minutes,
      bufferMinutes,
      taken,
      earliestMinute,
    }) => {
      const date = dateIn(zone, { year, pick });
      const day = clinicDay(date, zone);
      const at = (minute: number) => day.beginsAt + minute * 60_000;
      const calendar = {
        weeks: weeks
          .map(([ahead, hours]): WorkingWeek => ({ validFrom: addDays(date, ahead), hours }))
          .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
        exceptions: exceptions.flatMap(([ahead, openings, treatmentId]): HoursException[] => {
          const exception = { date: addDays(date, ahead), treatmentId };
          return (openings ?? [null]).map((opening) => ({ ...exception, opening }));
        }),
      };
      const openOnce = new Map(clinicHours ?? []);
      const timetable: Timetable = {
        clinicHours: [...openOnce].flatMap(([weekday, openings]) =>
          openings.map((opening) => ({ ...opening, weekday })),
        ),
        specialHours: specialHours
          ? specialHours[1].map((opening) => ({ ...opening, date: addDays(date, specialHours[0]) }))
          : [],
        specialDoctors: specialDoctors.map(([ahead, calendarId]) => ({ date: addDays(date, ahead), calendarId })),
        calendars: new Map([[CALENDAR, calendar]]),
        closures: closures.map(([ahead, days, calendarId, fromMinute, toMinute]) => ({
          id: 'closure',
          firstDay: addDays(date, ahead),
          fromMinute,
          lastDay: addDays(date, ahead + days),
          toMinute,
          calendarId,
          reason: 'Closed',
        })),
      };
      const option = {
        calendarId: CALENDAR,
        treatmentId: TREATMENT,
        minutes,
        bufferMinutes,
        taken: taken.map(([start, length]) => ({ from: at(start), to: at(start + length) })),
      };
      return { zone, date, day, timetable, calendar, option, earliest: at(earliestMinute) };
    },
  );
type Question = typeof anyQuestion extends fc.Arbitrary<infer Value> ? Value : never;

/** A calendar that is open all day, every day. */
const ALWAYS = {
  weeks: [
    {
      validFrom: '2000-01-01',
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        weekday,
        opensMinute: 0,
        closesMinute: 1440,
        treatmentId: null,
      })),
    },
  ],
  exceptions: [],
};

/** Whether the treatment is open at one minute of the day's wall clock: applies each rule to that minute only. */
function isOpenAt(minute: number, { date, timetable, calendar }: Question): boolean {
  for (const { firstDay, fromMinute, lastDay, toMinute, calendarId } of timetable.closures) {
    const hasBegun = firstDay < date || (firstDay === date && fromMinute <= minute);
    const hasEnded = lastDay < date || (lastDay === date && toMinute <= minute);
    if (calendarId !== OTHER_CALENDAR && hasBegun && !hasEnded) return false;
  }
  const { clinicHours } = timetable;
  const special = timetable.specialHours.filter((opening) => opening.date === date);
  const covers = (opening: Opening | null) =>
    opening !== null && opening.opensMinute <= minute && minute < opening.closesMinute;
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const isClinicOpen =
    special.some(covers) ||
    (special.length === 0 && clinicHours.some((opening) => opening.weekday === weekday && covers(opening)));
  if (clinicHours.length > 0 && !isClinicOpen) return false;
  const isChosen = timetable.specialDoctors.some((one) => one.date === date && one.calendarId === CALENDAR);
  if (clinicHours.length > 0 && special.length > 0 && isChosen) return true;
  const started = calendar.weeks.filter(({ validFrom }) => validFrom <= date);
  const hours = started.at(-1)?.hours ?? [];
  const own = hours.filter(({ treatmentId }) => treatmentId === TREATMENT);
  const usually = (own.length > 0 ? own : hours.filter(({ treatmentId }) => treatmentId === null)).some(
    (stretch) => stretch.weekday === weekday && covers(stretch),
  );
  const today = calendar.exceptions.filter((exception) => exception.date === date);
  const named = today.filter(({ treatmentId }) => treatmentId === TREATMENT);
  if (named.length > 0) return named.some(({ opening }) => covers(opening));
  if (today.length === 0) return usually;
  return today.some(({ opening }) => covers(opening)) && (own.length === 0 || usually);
}

/** The wall clock of an instant: its date, and the minute of the day. */
function wallOf(instant: number, zone: string) {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return { date: wall.toPlainDate().toString(), minute: wall.hour * 60 + wall.minute };
}

/** A slow model of the free slots, which checks every minute of the day. */
function slowly(question: Question): readonly number[] {
  const { option, earliest, zone, date, day } = question;
  const { minutes, bufferMinutes, taken } = option;
  const isOpen = Array.from({ length: 1440 }, (_, minute) => isOpenAt(minute, question));
  // The wall clock at each minute of real time. A day lasts 26 hours at most.
  const reads = Array.from({ length: 26 * 60 }, (_, at) => wallOf(day.beginsAt + at * 60_000, zone));
  const starts: number[] = [];
  let openedAt: number | undefined;
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (let minute = 0; minute < 1440; minute += 1) {
    if (!isOpen[minute]) openedAt = undefined;
    else openedAt ??= minute;
    const opened = openedAt;
    if (opened === undefined || (minute - opened) % (minutes + bufferMinutes) !== 0) continue;
    const at = reads.findIndex((wall) => wall.date === date && wall.minute === minute);
    const from = day.beginsAt + at * 60_000;
    if (at < 0 || from < busyUntil) continue;
    // Open throughout the slot, while the clock shows one minute after the other.
    const isWhole = (wall: { date: string; minute: number }, after: number) =>
      wall.date === date && wall.minute === minute + after && isOpen[minute + after];
    if (!reads.slice(at, at + minutes).every(isWhole)) continue;
    busyUntil = from + (minutes + bufferMinutes) * 60_000;
    const until = busyUntil;
    if (from >= earliest && !taken.some((span) => span.from < until && from < span.to)) starts.push(minute);
  }
  return starts;
}

describe('the slots of a day, in any zone, with any hours, exceptions, closing days and bookings', () => {
  it('are those of a slow model that checks every minute', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { free } = slotsOfOption(question.option, question);
        expect(free.map(({ startMinute }) => startMinute)).toEqual(slowly(question));
      }),
      { numRuns: 150 },
    );
  });

  it('never overlap each other or taken time, buffers included, and start at the time in their label', () => {
    fc.assert(
      fc.property(anyQuestion, ({ option, zone, date, day, timetable, earliest }) => {
        const { free, offered } = slotsOfOption(option, { day, timetable, earliest });
        let busyUntil = Number.NEGATIVE_INFINITY;
        for (const slot of offered) {
          expect(slot.from).toBeGreaterThanOrEqual(busyUntil);
          expect(slot.to - slot.from).toBe(option.minutes * 60_000);
          expect(wallOf(slot.from, zone)).toEqual({ date, minute: slot.startMinute });
          busyUntil = slot.to + option.bufferMinutes * 60_000;
        }
        for (const slot of free) {
          expect(offered).toContain(slot);
          expect(slot.from).toBeGreaterThanOrEqual(earliest);
          for (const { from, to } of option.taken) {
            expect(slot.from >= to || from >= slot.to + option.bufferMinutes * 60_000).toBe(true);
          }
        }
      }),
    );
  });

  it('come with the closures that overlap the hours, or close the whole of a day without hours', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const { timetable, option, day } = question;
        const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
        const isOpen = (minute: number) => isOpenAt(minute, question);
        const unclosed = { ...question, timetable: { ...timetable, closures: [] } };
        const worked = minutes.filter((minute) => isOpenAt(minute, unclosed));
        const always = { ...question, calendar: ALWAYS, timetable: { ...timetable, clinicHours: [] } };
        const isAllClosed = !minutes.some((minute) => isOpenAt(minute, always));
        const { closed } = openingsOn(timetable, { day, of: option });
        if (worked.length > 0) expect(closed.length > 0).toBe(!worked.every(isOpen));
        else if (closed.length > 0) expect(isAllClosed).toBe(true);
      }),
    );
  });

  it('lie within the hours, so that saving the same hours strands no booking', () => {
    fc.assert(
      fc.property(anyQuestion, ({ option, zone, date, day, timetable, earliest }) => {
        for (const slot of slotsOfOption(option, { day, timetable, earliest }).offered) {
          expect(isWithinHours({ ...option, ...slot, day: date }, timetable, zone)).toBe(true);
        }
      }),
    );
  });
});

describe('hours', () => {
  const MONDAY = { date: '2026-11-23', weekday: 1 };
  const nine = { opensMinute: 540, closesMinute: 720 };
  const afternoon = { opensMinute: 780, closesMinute: 1020 };
  const week = (...hours: WorkingHours[]): WorkingWeek => ({ validFrom: '2026-01-01', hours });
  const forAll = { ...nine, weekday: 1, treatmentId: null };
  const ownAfternoon = { ...afternoon, weekday: 1, treatmentId: TREATMENT };
  const openings = (
    weeks: WorkingWeek[],
    exceptions: HoursException[] = [],
    treatmentId = TREATMENT,
    clinicHours: Timetable['clinicHours'] = [],
    specialHours: Timetable['specialHours'] = [],
    specialDoctors: Timetable['specialDoctors'] = [],
  ) =>
    openingsOn(
      {
        calendars: new Map([[CALENDAR, { weeks, exceptions }]]),
        clinicHours,
        specialHours,
        specialDoctors,
        closures: [],
      },
      { day: MONDAY, of: { calendarId: CALENDAR, treatmentId } },
    ).openings.map(({ opensMinute, closesMinute }) => [opensMinute, closesMinute]);

  it('for a treatment are the only ones of that treatment; other treatments have the general hours', () => {
    const weeks = [week(forAll, ownAfternoon)];
    expect(openings(weeks)).toEqual([[780, 1020]]);
    expect(openings(weeks, [], 'another')).toEqual([[540, 720]]);
    // Tuesdays only, and this is a Monday.
    expect(openings([week(forAll, { ...ownAfternoon, weekday: 2 })])).toEqual([]);
  });

  it('apply from their start day until the next hours start', () => {
    const next = { validFrom: '2026-11-23', hours: [ownAfternoon] };
    expect(openings([week(forAll), next])).toEqual([[780, 1020]]);
    expect(openings([week(forAll), { ...next, validFrom: '2026-11-24' }])).toEqual([[540, 720]]);
    expect(openings([{ ...week(forAll), validFrom: '2026-11-24' }])).toEqual([]);
  });

  it('of an exception replace the general hours of the day, but only narrow the hours for a treatment', () => {
    const { date } = MONDAY;
    const off = { date, opening: null, treatmentId: null };
    const short = { date, opening: { opensMinute: 660, closesMinute: 840 }, treatmentId: null };
    expect(openings([week(forAll)], [off])).toEqual([]);
    expect(openings([week(forAll)], [short])).toEqual([[660, 840]]);
    expect(openings([], [short])).toEqual([[660, 840]]);
    expect(openings([week(forAll, ownAfternoon)], [short])).toEqual([[780, 840]]);
    expect(openings([week(forAll, ownAfternoon)], [{ ...short, treatmentId: TREATMENT }])).toEqual([[660, 840]]);
    expect(openings([week(forAll)], [{ ...off, date: '2026-11-24' }])).toEqual([[540, 720]]);
  });

  it("are limited to the clinic's hours, if it has any", () => {
    const morning = { weekday: 1, opensMinute: 480, closesMinute: 600 };
    expect(openings([week(forAll)], [], TREATMENT, [morning])).toEqual([[540, 600]]);
    expect(openings([week(forAll)], [], TREATMENT, [{ ...morning, weekday: 2 }])).toEqual([]);
  });

  it("are limited to the clinic's special hours on their day, instead of those of the weekday", () => {
    const { date } = MONDAY;
    const weeks = [week(forAll)];
    const [tuesday, early] = [
      { weekday: 2, ...nine },
      { date, opensMinute: 420, closesMinute: 600 },
    ];
    expect(openings(weeks, [], TREATMENT, [tuesday], [early])).toEqual([[540, 600]]);
    expect(openings(weeks, [], TREATMENT, [tuesday], [early, { date, opensMinute: 660, closesMinute: 700 }])).toEqual([
      [540, 600],
      [660, 700],
    ]);
    const opening = { opensMinute: 420, closesMinute: 540 };
    expect(openings(weeks, [{ date, opening, treatmentId: null }], TREATMENT, [tuesday], [early])).toEqual([
      [420, 540],
    ]);
    expect(openings(weeks, [], TREATMENT, [tuesday], [{ ...early, date: '2026-11-24' }])).toEqual([]);
    // Without opening hours there is no limit.
    expect(openings(weeks, [], TREATMENT, [], [early])).toEqual([[540, 720]]);
  });

  it('of a doctor who was chosen for the special hours are all of these, whatever their own hours and exceptions are', () => {
    const { date } = MONDAY;
    const special = [{ date, opensMinute: 1080, closesMinute: 1200 }];
    const chosen = [{ date, calendarId: CALENDAR }];
    const off = { date, opening: null, treatmentId: null };
    const on = (hours: WorkingHours[], doctors: Timetable['specialDoctors'], clinic = [forAll]) =>
      openings([week(...hours)], [off], TREATMENT, clinic, special, doctors);
    expect(on([forAll], chosen)).toEqual([[1080, 1200]]);
    expect(on([ownAfternoon], chosen)).toEqual([[1080, 1200]]);
    expect(on([forAll], [])).toEqual([]);
    expect(on([forAll], [{ date, calendarId: OTHER_CALENDAR }])).toEqual([]);
    expect(on([forAll], [{ date: '2026-11-24', calendarId: CALENDAR }])).toEqual([]);
    // Special hours have no effect if the clinic has no opening hours.
    expect(on([forAll], chosen, [])).toEqual([]);
  });

  it('come with the one closure that covers all of them, otherwise with every closure that overlaps them', () => {
    const { date } = MONDAY;
    const closure = { id: '', firstDay: date, fromMinute: 0, lastDay: date, toMinute: 1440, calendarId: null };
    const early = { ...closure, toMinute: 600, reason: 'Christmas' };
    const late = { ...closure, fromMinute: 600, reason: 'Moving house' };
    const away = { ...closure, calendarId: CALENDAR, reason: 'A course' };
    const reasons = (closures: Timetable['closures'], hours = [forAll]) =>
      openingsOn(
        {
          calendars: new Map([[CALENDAR, { weeks: [week(...hours)], exceptions: [] }]]),
          clinicHours: [],
          specialHours: [],
          specialDoctors: [],
          closures,
        },
        { day: MONDAY, of: { calendarId: CALENDAR, treatmentId: TREATMENT } },
      ).closed.map(({ reason }) => reason);
    expect(reasons([early, away])).toEqual(['A course']);
    expect(reasons([early, away], [])).toEqual(['A course']);
    expect(reasons([early, late])).toEqual(['Christmas', 'Moving house']);
    expect(reasons([early])).toEqual(['Christmas']);
    expect(reasons([early], [])).toEqual([]);
  });
});

describe('an appointment', () => {
  const day = (date: string) => clinicDay(date, 'Europe/Berlin');
  const open = (...openings: [weekday: number, opensMinute: number, closesMinute: number][]): Timetable => {
    const hours = openings.map(([weekday, opensMinute, closesMinute]) => ({
      weekday,
      opensMinute,
      closesMinute,
      treatmentId: null,
    }));
    const calendars = new Map([[CALENDAR, { weeks: [{ validFrom: '2026-01-01', hours }], exceptions: [] }]]);
    return { calendars, clinicHours: [], specialHours: [], specialDoctors: [], closures: [] };
  };
  const isWithin = (timetable: Timetable, at: { date: string; startMinute: number; minutes: number }) => {
    const from = day(at.date).instantOf(at.startMinute) ?? Number.NaN;
    const span = { from, to: from + at.minutes * 60_000 };
    const of = { calendarId: CALENDAR, treatmentId: TREATMENT };
    return isWithinHours({ ...at, ...of, ...span, day: at.date }, timetable, 'Europe/Berlin');
  };

  it.each([
    [540, 180, true],
    [539, 30, false],
    [700, 20, true],
    [700, 21, false],
    [710, 80, false],
    [720, 30, false],
    [990, 30, true],
    [991, 30, false],
  ])('that starts at minute %i and takes %i is within the hours of nine to twelve and one to five: %s', (...asked) => {
    const [startMinute, minutes, expected] = asked;
    const hours = open([1, 540, 720], [1, 780, 1020]);
    expect(isWithin(hours, { date: '2026-11-23', startMinute, minutes })).toBe(expected);
    expect(isWithin(hours, { date: '2026-11-24', startMinute, minutes })).toBe(false);
  });

  it('that would end after closing time because the clock is set forward is not within the hours', () => {
    const hours = open([7, 60, 180]);
    expect(isWithin(hours, { date: '2026-03-22', startMinute: 90, minutes: 60 })).toBe(true);
    expect(isWithin(hours, { date: '2026-03-29', startMinute: 90, minutes: 60 })).toBe(false);
  });

  it('may touch taken time on both sides', () => {
    const asked = day('2026-11-23');
    const at = (minute: number) => asked.instantOf(minute) ?? Number.NaN;
    const taken = [{ from: at(600), to: at(660) }];
    const option = { calendarId: CALENDAR, treatmentId: TREATMENT, minutes: 60, bufferMinutes: 0, taken };
    const { free } = slotsOfOption(option, { day: asked, timetable: open([1, 540, 720]), earliest: 0 });
    expect(free.map(({ startMinute }) => startMinute)).toEqual([540, 660]);
  });
});

describe('the clinic', () => {
  const MONDAY = { date: '2026-11-23', weekday: 1 };
  const morning = { opensMinute: 540, closesMinute: 720 };
  const closure = {
    id: '',
    reason: 'Christmas',
    firstDay: MONDAY.date,
    fromMinute: 0,
    lastDay: MONDAY.date,
    toMinute: 1440,
    calendarId: null,
  };

  it('is open in its hours or special hours, without closed time; without weekly hours all day', () => {
    const openOn = (more: Partial<Parameters<typeof clinicOpeningsOn>[0]>) =>
      clinicOpeningsOn({ clinicHours: [], specialHours: [], closures: [], ...more }, MONDAY).map(
        ({ opensMinute, closesMinute }) => [opensMinute, closesMinute],
      );
    const clinicHours = [
      { ...morning, weekday: 1 },
      { ...morning, opensMinute: 600, weekday: 2 },
    ];
    expect(openOn({})).toEqual([[0, 1440]]);
    expect(openOn({ closures: [{ ...closure, fromMinute: 600 }] })).toEqual([[0, 600]]);
    expect(openOn({ clinicHours })).toEqual([[540, 720]]);
    const special = { opensMinute: 660, closesMinute: 780 };
    expect(openOn({ clinicHours, specialHours: [{ ...special, date: MONDAY.date }] })).toEqual([[660, 780]]);
    expect(openOn({ clinicHours, specialHours: [{ ...special, date: '2026-11-24' }] })).toEqual([[540, 720]]);
    expect(openOn({ clinicHours, closures: [closure] })).toEqual([]);
    expect(openOn({ clinicHours, closures: [{ ...closure, calendarId: CALENDAR }] })).toEqual([[540, 720]]);
  });

  it('says why it is closed only for a day that is closed wholly, with the reason of the first part', () => {
    const early = { ...closure, toMinute: 600 };
    const late = { ...closure, fromMinute: 600, reason: 'Moving house' };
    const days = { ...closure, firstDay: '2026-11-20', fromMinute: 700, lastDay: '2026-11-24', toMinute: 500 };
    const why = (...closures: (typeof closure)[]) => closureOfAllDay(closures, MONDAY.date);
    expect(why()).toBeUndefined();
    expect(why(early)).toBeUndefined();
    expect(why({ ...closure, fromMinute: 1 })).toBeUndefined();
    expect(why({ ...closure, toMinute: 1439 })).toBeUndefined();
    expect(why(closure)).toBe('Christmas');
    expect(why(late, early)).toBe('Christmas');
    expect(why(days)).toBe('Christmas');
    expect(closureOfAllDay([days], '2026-11-20')).toBeUndefined();
    expect(closureOfAllDay([days], '2026-11-24')).toBeUndefined();
  });
});

describe('closed time', () => {
  const FIRST = '2026-12-24';
  /** A minute of the first days, counted from the first midnight. */
  const anyMinute = fc.integer({ min: 0, max: 4 * 1440 - 1 }).map((minute) => minute - (minute % 120));
  const momentAt = (at: number) => ({ day: addDays(FIRST, Math.floor(at / 1440)), minute: at % 1440 });
  const minutesUntil = (day: string, minute: number) => (Date.parse(day) - Date.parse(FIRST)) / 60_000 + minute;

  const anyClosed = fc
    .uniqueArray(anyMinute, { minLength: 2, maxLength: 2 })
    .map((ends) => ends.toSorted((a, b) => a - b))
    .map(([from = 0, to = 0]): ClosedTime => {
      const begin = momentAt(from);
      // Midnight belongs to the day that ends then.
      const end = momentAt(to - 1);
      return { firstDay: begin.day, fromMinute: begin.minute, lastDay: end.day, toMinute: end.minute + 1 };
    });

  /** The minutes at which closed time begins and ends; empty if nothing is closed. */
  function minutesOf(time: ClosedTime | undefined): readonly number[] {
    return time ? [minutesUntil(time.firstDay, time.fromMinute), minutesUntil(time.lastDay, time.toMinute)] : [];
  }

  it.each([
    ['2026-11-26', 1440, true],
    ['2026-11-27', 840, true],
    ['2026-11-27', 841, false],
    ['2026-11-27', 1440, false],
    ['2026-11-28', 60, false],
  ])('that ends on %s at minute %i has ended by 2 PM on Nov 27: %s', (lastDay, toMinute, ended) => {
    const now = new Date('2026-11-27T13:00:30Z');
    expect(hasEnded({ lastDay, toMinute }, { now, timeZone: 'Europe/Berlin' })).toBe(ended);
  });

  it('stays closed before the minute from which it is opened again, and only there', () => {
    fc.assert(
      fc.property(anyClosed, anyMinute, (time, back) => {
        const { closed, opened } = openedFrom(time, momentAt(back));
        const [from = 0, to = 0] = minutesOf(time);
        expect(minutesOf(closed)).toEqual(back <= from ? [] : [from, Math.min(back, to)]);
        expect(minutesOf(opened)).toEqual(back >= to ? [] : [Math.max(back, from), to]);
        // The database refuses anything else.
        for (const part of [closed, opened]) {
          if (part) expect(part).toSatisfy(({ toMinute }: ClosedTime) => 1 <= toMinute && toMinute <= 1440);
        }
      }),
    );
  });
});
