import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noMoney } from './refund-money.ts';
import {
  cancellationMessage,
  chosenAt,
  freeUntil,
  holdEndsAt,
  isSamePrice,
  refundAfterMove,
  refundOf,
  refusalMessage,
  whyNotMove,
} from './rules.ts';

const startsAt = new Date('2026-11-23T10:00:00Z');

it('until the time that was agreed everything is refunded, later nothing; if staff cancel, always everything', () => {
  for (let freeCancellationHours = 0; freeCancellationHours <= 72; freeCancellationHours += 1) {
    const booking = { startsAt, freeCancellationHours, freeAtLeastUntil: null };
    for (const minutes of [-6000, -61, -1, 0, 1, 61, 6000]) {
      const now = new Date(freeUntil(booking).getTime() + minutes * 60_000);
      expect(refundOf(booking, { as: 'patient', now })).toBe(minutes < 0 ? 'full' : 'none');
      for (const as of ['doctor', 'clinic', 'system'] as const) expect(refundOf(booking, { as, now })).toBe('full');
    }
  }
});

it('a move by staff takes away nothing of the time in which cancelling is free, which ends with the start at the latest', () => {
  const hours = (count: number) => new Date(startsAt.getTime() + count * 3_600_000);
  const instant = fc.integer({ min: -2000, max: 2000 }).map(hours);
  fc.assert(
    fc.property(
      instant,
      instant,
      fc.integer({ min: 0, max: 720 }),
      (start, freeAtLeastUntil, freeCancellationHours) => {
        const usual = freeUntil({ startsAt: start, freeCancellationHours, freeAtLeastUntil: null });
        const moved = freeUntil({ startsAt: start, freeCancellationHours, freeAtLeastUntil });
        expect(moved >= usual && moved <= start).toBe(true);
        expect(moved >= freeAtLeastUntil || moved.getTime() === start.getTime()).toBe(true);
        expect([usual, start, freeAtLeastUntil].map(Number)).toContain(moved.getTime());
      },
    ),
  );
});

it('the time of an appointment was chosen when it was booked or moved there, whatever was changed later', () => {
  const at = (hour: number) => `2026-11-19T${hour}:00:00.000Z`;
  const version = (hour: number, startMinute: number) => ({ changedAt: at(hour), day: '2026-11-23', startMinute });
  const since = (changedHour: number, ...pastVersions: ReturnType<typeof version>[]) =>
    chosenAt({ changedAt: new Date(at(changedHour)), day: '2026-11-23', startMinute: 600, pastVersions }).toISOString();
  expect(since(10)).toBe(at(10));
  expect(since(11, version(10, 600))).toBe(at(10));
  expect(since(12, version(10, 600), version(11, 540))).toBe(at(12));
  expect(since(13, version(10, 540), version(11, 600), version(12, 600))).toBe(at(11));
});

it('a patient who has moved an appointment nineteen times calls the clinic to move it again', () => {
  const booking = {
    state: 'booked',
    startsAt,
    isOffered: true,
    freeCancellationHours: 24,
    freeAtLeastUntil: null,
  } as const;
  const when = { now: new Date('2026-11-20T10:00:00Z'), timeZone: 'UTC' };
  expect(whyNotMove({ ...booking, version: 19 }, { as: 'patient', ...when })).toBeUndefined();
  expect(whyNotMove({ ...booking, version: 20 }, { as: 'patient', ...when })).toMatch(/too often. Please call/);
  expect(whyNotMove({ ...booking, version: 20 }, { as: 'clinic', ...when })).toBeUndefined();
});

describe('an appointment', () => {
  const booking = {
    state: 'booked',
    version: 1,
    isOffered: true,
    startsAt,
    freeCancellationHours: 24,
    freeAtLeastUntil: null,
  } as const;
  const until = freeUntil(booking);
  const why = (more: Partial<Parameters<typeof whyNotMove>[0]>, as: 'patient' | 'clinic', now: Date) =>
    whyNotMove({ ...booking, ...more }, { as, now, timeZone: 'UTC' });
  const before = (instant: Date) => new Date(instant.getTime() - 1);

  it('can be moved by its patient before the time that was agreed, and no later', () => {
    expect(why({}, 'patient', before(until))).toBeUndefined();
    expect(why({}, 'patient', until)).toMatch(/^You could move this appointment until Nov 22, 2026, 10:00.AM\. /);
    expect(why({ chosenAt: before(until) }, 'patient', until)).toMatch(/^You could move/);
    expect(why({ chosenAt: until }, 'patient', until)).toMatch(/starts too soon to be moved online/);
    expect(why({}, 'patient', startsAt)).toMatch(/can no longer be moved/);
  });

  it('can be moved by staff until the patient has arrived, also after it began', () => {
    expect(why({}, 'clinic', until)).toBeUndefined();
    expect(why({}, 'clinic', startsAt)).toBeUndefined();
    expect(why({ state: 'arrived' }, 'clinic', before(until))).toMatch(/can no longer be moved/);
    for (const as of ['patient', 'clinic'] as const) {
      expect(why({ state: 'cancelled' }, as, before(until))).toMatch(/was cancelled/);
    }
  });
});

it('a lower price refunds what is more than it, any other new price refunds everything, and the same price nothing', () => {
  const usd = (minor: number) => ({ minor, currency: 'USD' });
  for (const before of [0, 5_000, 14_000]) {
    for (const after of [0, 1, 4_999, 5_000, 13_999, 14_000, 20_000]) {
      for (const left of [0, 1, 4_999, 5_000, 14_000].filter((minor) => minor <= before)) {
        const { minor } = refundAfterMove(usd(left), { before: usd(before), after: usd(after) });
        expect(minor).toBe(before === after ? 0 : after < before ? Math.max(0, left - after) : left);
        // Never leaves more than the price, and never less than was left of a lower price.
        if (before !== after) expect(left - minor).toBe(after < before ? Math.min(left, after) : 0);
      }
    }
  }
  const euros = { minor: 5_000, currency: 'EUR' };
  expect(refundAfterMove(usd(14_000), { before: usd(14_000), after: euros })).toEqual(usd(14_000));
});

it('a slot is held for five minutes', () => {
  expect(holdEndsAt(startsAt)).toEqual(new Date('2026-11-23T10:05:00Z'));
});

it('a price is the same to the cent, and in its currency if that is given', () => {
  const price = { minor: 4050, currency: 'EUR' };
  expect(isSamePrice({ price: 40.5 }, price)).toBe(true);
  expect(isSamePrice({ price: 40.5, currency: 'EUR' }, price)).toBe(true);
  for (const other of [{ price: 40.51 }, { price: 40.501 }, { price: 40.5, currency: 'USD' }]) {
    expect(isSamePrice(other, price)).toBe(false);
  }
  // 4,050 is the same number of the smallest unit in another currency.
  expect(isSamePrice({ price: 4050, currency: 'JPY' }, price)).toBe(false);
});

it('a refusal says which of the facts about the patient differs, and which limit is reached', () => {
  const says = (refusal: Parameters<typeof refusalMessage>[0]) =>
    refusalMessage(refusal, { treatment: 'Cardiology', date: '2026-11-23', slot: '' });
  expect(says({ code: 'NOT_YOU', what: 'email' })).toMatch(/only book with the email address/);
  expect(says({ code: 'NOT_YOU', what: 'name' })).toMatch(/^Your name has changed/);
  expect(says({ code: 'EMAIL_UNCONFIRMED', email: 'pat@example.org' })).toMatch(
    /link that we sent to pat@example\.org\.$/,
  );
  expect(says({ code: 'TOO_MANY_UNPAID', limit: 3, isFree: false })).toMatch(/^You have 3 unpaid appointments\. /);
  expect(says({ code: 'TOO_MANY_UNPAID', limit: 1, isFree: true })).toMatch(
    /^You have 1 upcoming appointment that costs nothing\. /,
  );
});

it('a patient reads what comes back, and until when', () => {
  const booking = {
    startsAt,
    freeCancellationHours: 24,
    freeAtLeastUntil: null,
    priceMinor: 14_000,
    paid: true,
    refundDue: false,
    patientName: 'Pat Example',
    chosenAt: new Date('2026-11-19T10:00:00Z'),
  };
  const terms = {
    as: 'patient',
    now: new Date('2026-11-20T10:00:00Z'),
    left: { ...noMoney('USD'), minor: 14_000 },
    isBeingPaid: false,
    isDisputed: false,
  } as const;
  const says = (more: object = {}) => cancellationMessage(booking, { ...terms, timeZone: 'Asia/Dhaka', ...more });
  expect(says()).toMatch(/^You get back \$140\.00\. Cancelling is free of charge until Nov 22, 2026, 04:00 PM\.$/);
  expect(says({ left: { ...terms.left, atClinicMinor: 14_000 } })).toMatch(/^You get back \$140\.00 at the clinic\. /);
  expect(says({ left: { ...terms.left, atClinicMinor: 4_000 } })).toMatch(
    /^You get back \$100\.00\. You get back \$40\.00 at the clinic\. /,
  );
  expect(says({ left: { ...terms.left, insuranceMinor: 14_000 } })).toMatch(
    /^We settle \$140\.00 with your insurance\. /,
  );
  expect(says({ now: startsAt })).toMatch(
    /^You do not get back what you paid: cancelling was free of charge until Nov 22/,
  );
  const late = { ...booking, chosenAt: freeUntil(booking) };
  expect(cancellationMessage(late, { ...terms, now: startsAt, timeZone: 'Asia/Dhaka' })).toBe(
    'You do not get back what you paid: when this time was chosen, it was too late to cancel free of charge.',
  );
  const nothing = { ...terms, left: { ...terms.left, minor: 0 }, timeZone: 'Asia/Dhaka' };
  expect(cancellationMessage(booking, nothing)).toBe('What you paid is being refunded already.');
  const unpaid = { ...booking, paid: false };
  expect(cancellationMessage(unpaid, nothing)).toMatch(/nothing to refund/);
  expect(cancellationMessage({ ...unpaid, refundDue: true }, nothing)).toBe('What you paid is being refunded already.');
  expect(cancellationMessage({ ...unpaid, priceMinor: 0 }, nothing)).toMatch(/^This appointment is free of charge, /);
  const toStaff = { ...nothing, as: 'clinic' } as const;
  expect(cancellationMessage(booking, toStaff)).toBe('What Pat Example paid is being refunded already.');
  expect(cancellationMessage({ ...unpaid, refundDue: true }, toStaff)).toMatch(/is being refunded already\.$/);
  expect(cancellationMessage(unpaid, toStaff)).toBe('Pat Example has paid nothing, so nothing is refunded.');
  const disputed = 'was disputed at the bank. It can be refunded only if the bank decides for the clinic.';
  expect(cancellationMessage(booking, { ...nothing, isDisputed: true })).toBe(`Your payment ${disputed}`);
  expect(cancellationMessage(booking, { ...toStaff, isDisputed: true })).toBe(`The payment by Pat Example ${disputed}`);
  expect(cancellationMessage(booking, { ...nothing, isDisputed: true, now: startsAt })).toMatch(/^You do not get back/);
  const processed = 'is being processed. If the appointment is cancelled, it is refunded when it arrives.';
  expect(cancellationMessage(unpaid, { ...nothing, isBeingPaid: true })).toBe(`Your payment ${processed}`);
  expect(cancellationMessage(unpaid, { ...toStaff, isBeingPaid: true })).toBe(
    `The payment by Pat Example ${processed}`,
  );
  expect(says({ as: 'clinic' })).toBe('Pat Example gets back $140.00 online.');
  expect(says({ as: 'clinic', left: { ...terms.left, atClinicMinor: 14_000 } })).toBe(
    'Give $140.00 back to Pat Example at the clinic, where it was paid, and record it.',
  );
  expect(says({ as: 'clinic', left: { ...terms.left, atClinicMinor: 4000 } })).toBe(
    'Pat Example gets back $100.00 online. Give $40.00 back to Pat Example at the clinic, where it was paid, and record it.',
  );
  expect(says({ as: 'clinic', left: { ...terms.left, insuranceMinor: 14_000 } })).toBe(
    'Settle $140.00 with the insurance of Pat Example, and record it.',
  );
});
