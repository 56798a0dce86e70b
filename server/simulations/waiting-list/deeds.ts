import { slotLabel } from '@openhours/contract/slot-label.ts';
import { v7 as uuidv7 } from 'uuid';
import { cancelBookingsWith, moveAppointmentWith } from '../../src/features/booking/index.ts';
import { acceptOffer, declineOffer } from '../../src/features/waiting-list/answer-offer.ts';
import type { Scope } from '../../src/features/waiting-list/candidate-store.ts';
import { endEntry } from '../../src/features/waiting-list/entry-store.ts';
import { joinWaitingList } from '../../src/features/waiting-list/join-waiting-list.ts';
import { MINUTE, type SimulatedClinic, treatmentOf } from './clinic.ts';
import { HOURS } from './verdict.ts';

/** Something that happens, and where time may be free now. `undefined`: nothing has happened. */
type Deed = (clinic: SimulatedClinic) => Promise<Scope | undefined>;

const moveAppointment = moveAppointmentWith([]);

const cancel: Deed = async (clinic) => {
  const booking = clinic.pick(await listUpcoming(clinic));
  if (!booking) return undefined;
  await clinic.db.transaction((tx) =>
    cancelBookingsWith([])(tx, {
      which: { bookingIds: [booking.id] },
      by: booking.person,
      as: 'patient',
      reason: 'Changed plans.',
      now: clinic.now,
    }),
  );
  clinic.freed += 1;
  clinic.note('cancel', booking.day, booking.minute, clinic.nameOf(booking.person));
  return { calendarId: booking.calendar, day: booking.day };
};

const join: Deed = async (clinic) => {
  const { chance, pick, nameOf } = clinic;
  const personId = pick(clinic.people) ?? '';
  const days = clinic.daysAhead();
  const first = chance.pick([0, 0, 1, 2]);
  const last = Math.max(first, chance.pick([0, 1, 2, 2]));
  const option = pick(clinic.options);
  const moved = chance.is(0.2)
    ? pick((await listUpcoming(clinic)).filter(({ person }) => person === personId))
    : undefined;
  const request = {
    treatment: moved?.treatment ?? (option ? treatmentOf(option) : ''),
    optionId: moved === undefined && chance.is(0.4) ? option?.optionId : undefined,
    from: days[first] ?? '',
    to: days[last] ?? '',
    times: chance.is(0.2) ? (['morning'] as const) : undefined,
    treatedId: undefined,
    earlierThan: moved?.id,
  };
  // No two join at once, so the order does not depend on random ids.
  clinic.wait(1000);
  const outcome = await joinWaitingList(clinic.db, {
    request,
    reader: clinic.readerOf(personId),
    person: { email: '', emailVerified: true },
  });
  clinic.note('join', nameOf(personId), request.treatment, request.from, request.to, said(outcome));
  return outcome.kind === 'joined' ? 'everywhere' : undefined;
};

const leave: Deed = async (clinic) => {
  const entry = clinic.pick(
    await clinic.rows<{ id: string; person: string }>(
      `select id, person_id as person from waiting_list_entries where ended_at is null order by joined_at`,
    ),
  );
  if (!entry) return undefined;
  await endEntry(clinic.db, { id: entry.id, personId: entry.person, as: 'left', now: clinic.now });
  clinic.note('leave', clinic.nameOf(entry.person));
  return 'everywhere';
};

const accept: Deed = async (clinic) => {
  const offer = clinic.pick(await clinic.openOffers());
  if (!offer) return undefined;
  const outcome = await acceptOffer(clinic.db, {
    offerId: offer.id,
    holder: { ...clinic.patientOf(offer.person), emailVerified: true },
    reader: clinic.readerOf(offer.person),
    agreed: { price: 50, currency: 'USD' },
    moveAppointment,
  });
  clinic.note('accept', clinic.nameOf(offer.person), offer.day, offer.minute, said(outcome));
  return 'everywhere';
};

const decline: Deed = async (clinic) => {
  const offer = clinic.pick(await clinic.openOffers());
  if (!offer) return undefined;
  await declineOffer(clinic.db, { offerId: offer.id, personId: offer.person });
  clinic.freed += 1;
  clinic.note('decline', clinic.nameOf(offer.person), offer.day, offer.minute);
  return 'everywhere';
};

function said(outcome: { readonly kind: string; readonly code?: string }): string {
  return outcome.code ?? outcome.kind;
}

/** Somebody books what is free, without waiting for it. */
const book: Deed = async (clinic) => {
  const { pick, chance, options } = clinic;
  const [option, day] = [pick(options), pick(clinic.daysAhead())];
  if (!option || day === undefined) return undefined;
  const slots = (HOURS.closesMinute - HOURS.opensMinute) / option.minutes;
  const minute = HOURS.opensMinute + option.minutes * Math.floor(chance.next() * slots);
  const personId = pick(clinic.people) ?? '';
  const code = await clinic.book(personId, { option, day, minute });
  clinic.note('book', clinic.nameOf(personId), options.indexOf(option), day, minute, code);
  return { calendarId: option.calendarId, day };
};

const move: Deed = async (clinic) => {
  const { pick, options } = clinic;
  const booking = pick(await listUpcoming(clinic));
  const option = options.find(({ optionId }) => optionId === booking?.option);
  const day = pick(clinic.daysAhead());
  if (!booking || !option || day === undefined) return undefined;
  const minute = clinic.chance.pick([540, 570, 600, 630]);
  const slot = slotLabel({ startMinute: minute, minutes: option.minutes });
  const outcome = await moveAppointment(clinic.db, {
    bookingId: booking.id,
    request: { date: day, slot, optionId: undefined, price: undefined, currency: undefined },
    version: undefined,
    reader: clinic.readerOf(booking.person),
  });
  if (outcome.kind === 'moved') clinic.freed += 1;
  clinic.note('move', clinic.nameOf(booking.person), booking.day, booking.minute, day, minute, outcome.kind);
  return { calendarId: booking.calendar, day: booking.day };
};

/** Staff block a time; what was blocked before is free again. */
const block: Deed = async (clinic) => {
  const [option, day] = [clinic.pick(clinic.options), clinic.pick(clinic.daysAhead())];
  const ended = await clinic.rows(`delete from busy_times where kind = 'block' returning id`);
  clinic.freed += ended.length;
  const minute = clinic.chance.pick([540, 570, 600, 630, 660, 690]);
  const from = new Date(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE);
  await clinic.pool.query(
    `select claim_time(row($1, 'block', $2, $3, $4, $5, $6, null, null, null, null, null, 'Meeting')::busy_times, null, '-infinity')`,
    [uuidv7(), option?.calendarId, day, minute, from, new Date(from.getTime() + 30 * MINUTE)],
  );
  clinic.note('block', day, minute, ended.length);
  return 'everywhere';
};

/** Somebody holds a slot; what was held before is free again. */
const hold: Deed = async (clinic) => {
  const [option, day] = [clinic.pick(clinic.options), clinic.pick(clinic.daysAhead())];
  const ended = await clinic.rows(`delete from busy_times where kind = 'hold' returning id`);
  clinic.freed += ended.length;
  if (!option) return 'everywhere';
  const minute = HOURS.opensMinute + option.minutes * clinic.chance.pick([0, 1, 2]);
  const from = new Date(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE);
  await clinic.pool.query(
    `select claim_time(row($1, 'hold', $2, $3, $4, $5, $6, null, $7, $8, null, $9, null)::busy_times, null, '-infinity')`,
    [
      uuidv7(),
      option.calendarId,
      day,
      minute,
      from,
      new Date(from.getTime() + option.minutes * MINUTE),
      new Date(clinic.now.getTime() + 5 * MINUTE),
      clinic.pick(clinic.people),
      option.optionId,
    ],
  );
  clinic.note('hold', day, minute, ended.length);
  return 'everywhere';
};

/** The clinic closes a day, or opens again if it is closed. */
const close: Deed = async (clinic) => {
  const { rowCount } = await clinic.pool.query(`delete from closures`);
  const day = clinic.pick(clinic.daysAhead());
  if (!rowCount) {
    await clinic.pool.query(`insert into closures (id, first_day, last_day, reason) values ($1, $2, $2, 'Holiday')`, [
      uuidv7(),
      day,
    ]);
  }
  clinic.note('close', day, rowCount);
  return 'everywhere';
};

const WEIGHTS: readonly (readonly [Deed, number])[] = [
  [cancel, 30],
  [join, 24],
  [accept, 16],
  [decline, 9],
  [book, 6],
  [move, 5],
  [leave, 2],
  [block, 3],
  [hold, 3],
  [close, 2],
];
/** Each as often as its weight says. */
export const DEEDS = WEIGHTS.flatMap(([deed, weight]) => Array.from({ length: weight }, () => deed));

interface Upcoming {
  readonly id: string;
  readonly person: string;
  readonly option: string;
  readonly calendar: string;
  readonly day: string;
  readonly minute: number;
  readonly treatment: string;
}

// In an order that does not depend on random ids.
const listUpcoming = ({ rows, now, today }: SimulatedClinic) =>
  rows<Upcoming>(
    `select id, patient_id as person, option_id as option, calendar_id as calendar, day::text, start_minute as minute,
       treatment_name as treatment from bookings
     where state = 'booked' and starts_at > $1 and day > $2 order by day, start_minute, booked_at, doctor_name, treatment_name`,
    [now, today()],
  );
