import { describe, expect, it } from 'vitest';
import { clinicDay, slotsOfOption } from '../schedule/index.ts';
import { offerUntil } from './offer-time.ts';
import { planOffers } from './plan-offers.ts';
import { type BusyPatient, type Candidate, inOrder, isCalled } from './rules.ts';

const at = (text: string) => new Date(`2030-05-06T${text}Z`);
const noticeAt = (text: string) => at(text).getTime();

describe('an offer', () => {
  const until = (now: string, takeBy = '23:59:00', offerMinutes = 15) =>
    offerUntil({ now: at(now), offerMinutes, timeZone: 'UTC', takeBy: noticeAt(takeBy) })?.toISOString();

  it("is kept for the clinic's minutes by day", () => {
    expect(until('08:00:00')).toBe('2030-05-06T08:15:00.000Z');
    expect(until('19:59:00')).toBe('2030-05-06T20:14:00.000Z');
    expect(until('10:00:00', '23:59:00', 40)).toBe('2030-05-06T10:40:00.000Z');
    expect(until('10:00:00', '23:59:00', 5)).toBe('2030-05-06T10:05:00.000Z');
  });

  it("is kept until eight in the morning by night, and at least for the clinic's minutes", () => {
    const nextWeek = new Date('2030-05-13T09:00:00Z').getTime();
    const atNight = (now: Date, timeZone = 'UTC', offerMinutes = 15) =>
      offerUntil({ now, offerMinutes, timeZone, takeBy: nextWeek })?.toISOString();
    expect(atNight(at('20:00:00'))).toBe('2030-05-07T08:00:00.000Z');
    expect(atNight(at('00:30:00'))).toBe('2030-05-06T08:00:00.000Z');
    expect(atNight(at('07:50:00'))).toBe('2030-05-06T08:05:00.000Z');
    expect(atNight(at('07:50:00'), 'UTC', 40)).toBe('2030-05-06T08:30:00.000Z');
    expect(atNight(at('18:30:00'), 'Europe/Berlin')).toBe('2030-05-07T06:00:00.000Z');
    // The clock is set forward in this night.
    expect(atNight(new Date('2030-03-30T20:00:00Z'), 'Europe/Berlin')).toBe('2030-03-31T06:00:00.000Z');
  });

  it('is never kept longer than the slot can be booked, and not made when that is too soon', () => {
    expect(until('21:00:00', '22:30:00')).toBe('2030-05-06T22:30:00.000Z');
    expect(until('10:00:00', '10:15:00')).toBe('2030-05-06T10:15:00.000Z');
    expect(until('10:00:00', '10:14:59')).toBeUndefined();
  });

  it('is made for what is left if that is enough for an answer: 15 minutes, or fewer if the clinic gives fewer', () => {
    expect(until('10:00:00', '10:15:00', 240)).toBe('2030-05-06T10:15:00.000Z');
    expect(until('10:00:00', '10:14:59', 240)).toBeUndefined();
    expect(until('10:00:00', '10:05:00', 5)).toBe('2030-05-06T10:05:00.000Z');
    expect(until('10:00:00', '10:04:59', 5)).toBeUndefined();
  });
});

const day = '2030-05-06';
const option = (id: string) => ({
  optionId: id,
  treatmentId: 'T',
  treatment: 'Podiatry',
  price: { minor: 5000, currency: 'USD' },
  minutes: 30,
  bufferMinutes: 0,
  doctorId: null,
  doctorName: id,
  doctorPhoto: null,
  calendarId: `of ${id}`,
});
const options = [option('Ada'), option('Mo')];

let joined = 0;
function waits(name: string, more: Partial<Candidate> = {}): Candidate {
  joined += 1;
  return {
    entryId: name,
    personId: name,
    treatedId: name,
    treatmentId: 'T',
    optionId: null,
    firstDay: day,
    lastDay: day,
    times: [],
    joinedAt: new Date(joined),
    bookingId: null,
    moves: undefined,
    hasTooManyUnpaid: false,
    hasTooManyFree: false,
    failedOffers: new Set(),
    failedToday: 0,
    ...more,
  };
}

/** Who is offered what, if Ada and Mo are free from nine to ten, and the clinic asks for an hour's notice. */
function offered(
  candidates: readonly Candidate[],
  { now = '06:00:00', busy = {}, most = 50, priceMinor = 5000, onLook = () => {} } = {},
) {
  const hours = { opensMinute: 540, closesMinute: 600, weekday: 1, treatmentId: null };
  const calendar = { weeks: [{ validFrom: '2000-01-01', hours: [hours] }], exceptions: [] };
  const timetable = {
    clinicHours: [],
    specialHours: [],
    specialDoctors: [],
    closures: [],
    calendars: new Map(options.map(({ calendarId }) => [calendarId, calendar])),
  };
  const planned = planOffers({
    candidates,
    options: options.map((one) => ({ ...one, price: { ...one.price, minor: priceMinor } })),
    first: day,
    last: day,
    freeSlots: (of) => {
      onLook();
      return slotsOfOption({ ...of, taken: [] }, { day: clinicDay(day, 'UTC'), timetable, earliest: 0 }).free;
    },
    busy: new Map<string, BusyPatient[]>(Object.entries(busy)),
    leastNoticeMinutes: 60,
    offerMinutes: 15,
    timeZone: 'UTC',
    now: at(now),
    most,
  });
  return planned.map(({ candidate, option: { doctorName }, slot }) =>
    [candidate.entryId, doctorName, slot.startMinute].join(' '),
  );
}
const busyFrom = (from: string, to: string, more: Partial<BusyPatient> = {}) => [
  { kind: 'booking', treatmentId: 'other', day, from: noticeAt(from), to: noticeAt(to), ...more },
];

describe('slots', () => {
  it('go to those who wait in order, each once, the earliest first', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => waits(name));
    expect(offered(five)).toEqual(['a Ada 540', 'b Mo 540', 'c Ada 570', 'd Mo 570']);
    expect(offered(five, { most: 1 })).toEqual(['a Ada 540']);
    expect(offered(five.toReversed())).toEqual(['a Ada 540', 'b Mo 540', 'c Ada 570', 'd Mo 570']);
    const atOnce = ['c', 'a', 'b'].map((name) => waits(name, { joinedAt: new Date(0) }));
    expect(offered(atOnce)).toEqual(['a Ada 540', 'b Mo 540', 'c Ada 570']);
  });

  it('go first to those with fewer than three failed offers today', () => {
    const tired = waits('tired', { failedToday: 3 });
    const patient = waits('patient', { failedToday: 2 });
    expect(inOrder([tired, patient]).map(({ entryId }) => entryId)).toEqual(['patient', 'tired']);
    expect(offered([tired, patient])).toEqual(['patient Ada 540', 'tired Mo 540']);
  });

  it('are of the doctor, the days and the time of the day that somebody chose', () => {
    expect(offered([waits('a', { optionId: 'Mo' })])).toEqual(['a Mo 540']);
    expect(offered([waits('a', { times: ['afternoon', 'morning'] })])).toEqual(['a Ada 540']);
    for (const more of [
      { times: ['afternoon'] as const },
      { optionId: 'Eve' },
      { treatmentId: 'U' },
      { firstDay: '2030-05-07', lastDay: '2030-05-09' },
      { firstDay: '2030-05-01', lastDay: '2030-05-05' },
    ]) {
      expect(offered([waits('a', more)])).toEqual([]);
    }
  });

  it('are not offered twice to the same person', () => {
    expect(offered([waits('a', { failedOffers: new Set([`of Ada ${day} 540`]) })])).toEqual(['a Mo 540']);
  });

  it('are not offered to somebody who has another appointment then, or for the same treatment on that day', () => {
    const a = [waits('a')];
    expect(offered(a, { busy: { a: busyFrom('09:29:00', '09:45:00') } })).toEqual([]);
    expect(offered(a, { busy: { a: busyFrom('09:00:00', '09:30:00') } })).toEqual(['a Ada 570']);
    expect(offered(a, { busy: { a: busyFrom('09:30:00', '10:00:00') } })).toEqual(['a Ada 540']);
    expect(offered(a, { busy: { a: busyFrom('14:00:00', '15:00:00', { treatmentId: 'T' }) } })).toEqual([]);
    const elsewhere = { treatmentId: 'T', day: '2030-05-08' };
    expect(offered(a, { busy: { a: busyFrom('14:00:00', '15:00:00', elsewhere) } })).toEqual(['a Ada 540']);
    expect(offered(a, { busy: { a: busyFrom('14:00:00', '15:00:00', { ...elsewhere, kind: 'offer' }) } })).toEqual([]);
  });

  it('are offered once to a person treated who waits twice', () => {
    expect(offered([waits('a', { treatedId: 'child' }), waits('b', { treatedId: 'child' })])).toEqual(['a Ada 540']);
  });

  it('are computed once, even if many people wait for them in vain', () => {
    let looks = 0;
    const inVain = Array.from({ length: 20 }, (_, number) => waits(`number ${number}`, { times: ['evening'] }));
    expect(offered(inVain, { onLook: () => (looks += 1) })).toEqual([]);
    expect(looks).toBe(options.length);
  });

  it('are not offered to somebody who may not book another appointment, unless they move one', () => {
    const unpaid = { hasTooManyUnpaid: true };
    const moves = { startsAt: noticeAt('15:00:00'), freeUntil: noticeAt('14:00:00') };
    expect(offered([waits('a', unpaid)])).toEqual([]);
    expect(offered([waits('a', { ...unpaid, bookingId: 'B', moves })])).toEqual(['a Ada 540']);
    expect(offered([waits('a', { hasTooManyFree: true })])).toEqual(['a Ada 540']);
    expect(offered([waits('a', { hasTooManyFree: true })], { priceMinor: 0 })).toEqual([]);
    expect(offered([waits('a', unpaid)], { priceMinor: 0 })).toEqual(['a Ada 540']);
  });

  it('are earlier than the appointment that is moved, which is not in their way', () => {
    const moves = { startsAt: noticeAt('09:30:00'), freeUntil: noticeAt('09:30:00') };
    const a = [waits('a', { bookingId: 'B', moves })];
    expect(offered(a, { busy: { a: busyFrom('09:15:00', '09:45:00', { bookingId: 'B', treatmentId: 'T' }) } })).toEqual(
      ['a Ada 540'],
    );
    expect(offered([waits('a', { bookingId: 'B', moves: { ...moves, startsAt: noticeAt('09:00:00') } })])).toEqual([]);
    expect(offered([waits('a', { bookingId: 'B', moves: { ...moves, freeUntil: noticeAt('06:10:00') } })])).toEqual([]);
  });

  it('begin late enough for an answer', () => {
    expect(offered([waits('a')], { now: '07:45:00' })).toEqual(['a Ada 540']);
    expect(offered([waits('a')], { now: '07:46:00' })).toEqual(['a Ada 570']);
  });
});

it('the front desk calls whoever has used no account, or may not book another appointment with their address', () => {
  const unconfirmed = { isUnclaimed: false, isConfirmed: false, bookingId: null };
  const rules = { confirmedEmailOnly: true };
  expect(isCalled({ ...unconfirmed, isUnclaimed: true }, { confirmedEmailOnly: false })).toBe(true);
  expect(isCalled(unconfirmed, { confirmedEmailOnly: false })).toBe(false);
  expect(isCalled(unconfirmed, rules)).toBe(true);
  expect(isCalled({ ...unconfirmed, isConfirmed: true }, rules)).toBe(false);
  // To move one, they need not confirm it.
  expect(isCalled({ ...unconfirmed, bookingId: 'B' }, rules)).toBe(false);
});
