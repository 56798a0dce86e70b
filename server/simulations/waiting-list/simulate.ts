import { createHash } from 'node:crypto';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../src/database/in-transaction.ts';
import { bookSlot, cancelBookingsWith, type Patient } from '../../src/features/booking/index.ts';
import { moveAppointment } from '../../src/features/booking/move-appointment.ts';
import { acceptOffer, declineOffer } from '../../src/features/waiting-list/answer-offer.ts';
import type { Scope } from '../../src/features/waiting-list/candidate-store.ts';
import { endEntry } from '../../src/features/waiting-list/entry-store.ts';
import { endEntriesThatAreOver, expireOffers } from '../../src/features/waiting-list/expiry-store.ts';
import { joinWaitingList } from '../../src/features/waiting-list/join-waiting-list.ts';
import { offerSlots } from '../../src/features/waiting-list/offer-slots.ts';
import { openOption } from '../../testing/clinic.ts';
import { dyingDatabase } from '../../testing/dying-database.ts';
import { makePatients } from '../../testing/many-patients.ts';
import { chanceOf } from '../../testing/random.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { HOURS, type Option, orderFaults, type Question, settledFaults } from './verdict.ts';

const MINUTE = 60_000;
const START = new Date('2030-05-06T07:00:00Z');
const PEOPLE = 60;
/** How many days are full and waited for, from tomorrow on. */
const DAYS_AHEAD = 3;
/** A look that dies does so after at most this many statements. Longer looks end well. */
const MOST_STATEMENTS = 40;

/** Mistakes that the verdict has to see, each made once in the tables after a look, and the fault that it has to name. */
export const PLANTED = [
  { planted: 'out of order', fault: 'out of order' },
  { planted: 'forgotten', fault: 'free while somebody waits' },
  { planted: 'given twice', fault: 'a slot with two people' },
  { planted: 'lost', fault: 'an offer that was lost' },
] as const;
type Planted = (typeof PLANTED)[number]['planted'];

export interface SimulatedWaitingList {
  /** How many times a slot was freed. */
  readonly freed: number;
  readonly steps: number;
  readonly offers: Readonly<Record<string, number>>;
  readonly crashes: number;
  /** Times that were freed without a look, as if no node had heard of it. */
  readonly unheard: number;
  readonly simulatedDays: number;
  readonly faults: readonly string[];
  /** Of everything that happened, in order: equal for equal seeds. */
  readonly digest: string;
}

/**
 * A clinic whose days are full, people who wait, cancel, move, book, accept and decline, a clinic that blocks and closes,
 * nodes that hear of freed time or do not, and die in the middle of a look. After every look the order is checked, and
 * whenever everything was looked at, everything else. The clock is an argument, and everything follows from the seed.
 * It goes on until so many slots were freed, offers have ended in all these ways, and the mistake was made, or until the
 * verdict finds a fault.
 */
export async function simulateWaitingList({
  seed,
  freed: wanted = 0,
  ends = [],
  planted,
}: {
  seed: string;
  freed?: number;
  ends?: readonly string[];
  planted?: Planted;
}): Promise<SimulatedWaitingList> {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const chance = chanceOf(`${seed}/waiting-list`);
  const state = { clock: START, freed: 0, steps: 0, crashes: 0, unheard: 0, joined: 0 };
  const digest = createHash('sha256');
  const faults: string[] = [];
  let tampered = false;
  const cancelBookings = cancelBookingsWith([]);
  try {
    await pool.query(`update clinic set max_unpaid_bookings = 1000`);
    const options = await openClinic();
    const people = await makePatients(db, { count: PEOPLE, secret: 'a secret of the simulation', issuer: 'http://x' });
    const ids = people.map(({ id }) => id);
    const nameOf = new Map(people.map(({ id }, number) => [id, `P${number}`]));
    const filled = new Set<string>();

    /** Rows in an order that does not depend on random ids. */
    const rows = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[];
    const patientOf = (id: string): Patient => ({ personId: id, name: nameOf.get(id) ?? '', email: '' });
    const readerOf = (personId: string) => ({
      personId,
      isDoctor: false,
      isFrontDesk: false,
      isAdmin: false,
      now: state.clock,
      timeZone: 'UTC',
    });
    const pickOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance.next() * items.length)];
    const daysAhead = () =>
      Array.from({ length: DAYS_AHEAD }, (_, ahead) =>
        new Date(state.clock.getTime() + (ahead + 1) * 24 * 60 * MINUTE).toISOString().slice(0, 10),
      );
    const today = () => state.clock.toISOString().slice(0, 10);
    const question = (): Question => ({ pool, options, days: [today(), ...daysAhead()], now: state.clock });
    const optionName = (id: string) => String(options.findIndex(({ optionId }) => optionId === id));
    const note = (...what: readonly unknown[]) => digest.update(`${what.join(' ')}\n`);

    async function book(personId: string, option: Option, day: string, minute: number): Promise<string> {
      const slot = slotLabel({ startMinute: minute, minutes: option.minutes });
      const { optionId, treatment } = { ...option, treatment: treatmentName(option) };
      const request = { treatment, optionId, date: day, slot, phone: '', agreed: undefined };
      const outcome = await inTransaction(db, (tx) =>
        bookSlot(tx, { request, patient: patientOf(personId), now: state.clock }),
      );
      return outcome.code;
    }

    /** Books every slot of a new day, so that whoever wants one has to wait. */
    async function fill(day: string): Promise<void> {
      if (filled.has(day)) return;
      filled.add(day);
      let next = 0;
      for (const option of options) {
        for (let minute = HOURS.opensMinute; minute + option.minutes <= HOURS.closesMinute; minute += option.minutes) {
          await book(ids[(next += 1) % ids.length] ?? '', option, day, minute);
        }
      }
    }

    interface Booked {
      id: string;
      person: string;
      option: string;
      calendar: string;
      day: string;
      minute: number;
      treatment: string;
    }
    const upcoming = () =>
      rows<Booked>(
        `select id, patient_id as person, option_id as option, calendar_id as calendar, day::text, start_minute as minute,
           treatment_name as treatment from bookings
         where state = 'booked' and starts_at > $1 and day > $2 order by day, start_minute, booked_at, doctor_name, treatment_name`,
        [state.clock, today()],
      );
    interface Open {
      id: string;
      person: string;
      day: string;
      minute: number;
    }
    const openOffers = () =>
      rows<Open>(
        `select o.id, e.person_id as person, o.day::text, o.start_minute as minute from waiting_list_offers o
         join waiting_list_entries e on e.id = o.entry_id where o.state = 'open' order by e.joined_at`,
      );

    type Deed = () => Promise<Scope | undefined>;
    const deeds: Readonly<Record<string, Deed>> = {
      async cancel() {
        const booking = pickOf(await upcoming());
        if (!booking) return undefined;
        await db.transaction((tx) =>
          cancelBookings(tx, {
            which: { bookingId: booking.id },
            by: booking.person,
            as: 'patient',
            reason: 'Changed plans.',
            now: state.clock,
          }),
        );
        state.freed += 1;
        note('cancel', booking.day, booking.minute, nameOf.get(booking.person));
        return { calendarId: booking.calendar, day: booking.day };
      },
      async join() {
        const personId = pickOf(ids) ?? '';
        const days = daysAhead();
        const first = chance.pick([0, 0, 1, 2]);
        const last = Math.max(first, chance.pick([0, 1, 2, 2]));
        const option = pickOf(options);
        const moved = chance.is(0.2)
          ? pickOf((await upcoming()).filter(({ person }) => person === personId))
          : undefined;
        const request = {
          treatment: moved?.treatment ?? (option ? treatmentName(option) : ''),
          optionId: moved === undefined && chance.is(0.4) ? option?.optionId : undefined,
          from: days[first] ?? '',
          to: days[last] ?? '',
          times: chance.is(0.2) ? (['morning'] as const) : undefined,
          treatedId: undefined,
          earlierThan: moved?.id,
        };
        // No two join at once, so the order does not depend on random ids.
        state.clock = new Date(state.clock.getTime() + 1000);
        const outcome = await joinWaitingList(db, { request, reader: readerOf(personId) });
        note('join', nameOf.get(personId), request.treatment, request.from, request.to, outcome.kind);
        return outcome.kind === 'joined' ? 'everywhere' : undefined;
      },
      async leave() {
        const entry = pickOf(
          await rows<{ id: string; person: string }>(
            `select id, person_id as person from waiting_list_entries where ended_at is null order by joined_at`,
          ),
        );
        if (!entry) return undefined;
        await endEntry(db, { id: entry.id, personId: entry.person, as: 'left', now: state.clock });
        note('leave', nameOf.get(entry.person));
        return 'everywhere';
      },
      async accept() {
        const offer = pickOf(await openOffers());
        if (!offer) return undefined;
        const outcome = await acceptOffer(db, {
          offerId: offer.id,
          holder: { ...patientOf(offer.person), email: '' },
          reader: readerOf(offer.person),
          agreed: { price: 50, currency: 'USD' },
          moveFollowers: [],
        });
        note('accept', nameOf.get(offer.person), offer.day, offer.minute, outcome.kind);
        return 'everywhere';
      },
      async decline() {
        const offer = pickOf(await openOffers());
        if (!offer) return undefined;
        await declineOffer(db, { offerId: offer.id, personId: offer.person });
        state.freed += 1;
        note('decline', nameOf.get(offer.person), offer.day, offer.minute);
        return 'everywhere';
      },
      /** Somebody books what is free, without waiting for it. */
      async book() {
        const [option, day] = [pickOf(options), pickOf(daysAhead())];
        if (!option || day === undefined) return undefined;
        const minute =
          HOURS.opensMinute +
          option.minutes * Math.floor(chance.next() * ((HOURS.closesMinute - HOURS.opensMinute) / option.minutes));
        const personId = pickOf(ids) ?? '';
        const code = await book(personId, option, day, minute);
        note('book', nameOf.get(personId), optionName(option.optionId), day, minute, code);
        return { calendarId: option.calendarId, day };
      },
      async move() {
        const booking = pickOf(await upcoming());
        const option = options.find(({ optionId }) => optionId === booking?.option);
        const day = pickOf(daysAhead());
        if (!booking || !option || day === undefined) return undefined;
        const minute = pickOf([540, 570, 600, 630]) ?? 540;
        const slot = slotLabel({ startMinute: minute, minutes: option.minutes });
        const request = { date: day, slot, optionId: undefined, price: undefined, currency: undefined };
        const outcome = await moveAppointment(db, {
          bookingId: booking.id,
          request,
          version: undefined,
          reader: readerOf(booking.person),
          followers: [],
        });
        if (outcome.kind === 'moved') state.freed += 1;
        note('move', nameOf.get(booking.person), booking.day, booking.minute, day, minute, outcome.kind);
        return { calendarId: booking.calendar, day: booking.day };
      },
      /** A time is blocked, a slot is held, a day is closed; and whatever was so before ends. */
      async block() {
        const [option, day] = [pickOf(options), pickOf(daysAhead())];
        const ended = await rows<{ id: string }>(`delete from busy_times where kind = 'block' returning id`);
        state.freed += ended.length;
        const minute = chance.pick([540, 570, 600, 630, 660, 690]);
        const from = new Date(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE);
        await pool.query(
          `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, reason)
           values ($1, 'block', $2, $3, $4, $5, $6, 'Meeting') on conflict do nothing`,
          [uuidv7(), option?.calendarId, day, minute, from, new Date(from.getTime() + 30 * MINUTE)],
        );
        note('block', day, minute, ended.length);
        return 'everywhere';
      },
      async hold() {
        const [option, day] = [pickOf(options), pickOf(daysAhead())];
        const ended = await rows<{ id: string }>(`delete from busy_times where kind = 'hold' returning id`);
        state.freed += ended.length;
        if (!option) return 'everywhere';
        const minute = HOURS.opensMinute + option.minutes * chance.pick([0, 1, 2]);
        const from = new Date(Date.parse(`${day}T00:00:00Z`) + minute * MINUTE);
        await pool.query(
          `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, expires_at, holder_id, option_id)
           values ($1, 'hold', $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
          [
            uuidv7(),
            option.calendarId,
            day,
            minute,
            from,
            new Date(from.getTime() + option.minutes * MINUTE),
            new Date(state.clock.getTime() + 5 * MINUTE),
            pickOf(ids),
            option.optionId,
          ],
        );
        note('hold', day, minute, ended.length);
        return 'everywhere';
      },
      async close() {
        const { rowCount } = await pool.query(`delete from closures`);
        const day = pickOf(daysAhead());
        if (!rowCount) {
          await pool.query(`insert into closures (id, first_day, last_day, reason) values ($1, $2, $2, 'Holiday')`, [
            uuidv7(),
            day,
          ]);
        }
        note('close', day, rowCount);
        return 'everywhere';
      },
    };
    const weights = Object.entries({
      cancel: 30,
      join: 24,
      accept: 16,
      decline: 9,
      book: 6,
      move: 5,
      leave: 2,
      block: 3,
      hold: 3,
      close: 2,
    }).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

    const offersNow = async () =>
      rows<{ id: string; entry: string; option: string; day: string; minute: number; person: string }>(
        `select o.id, o.entry_id as entry, o.option_id as option, o.day::text, o.start_minute as minute, e.person_id as person
         from waiting_list_offers o join waiting_list_entries e on e.id = o.entry_id
         where o.state = 'open' order by o.day, o.start_minute, o.calendar_id`,
      );

    /** One look of one node, which may die after a number of statements. */
    async function look(
      scope: Scope,
      { statements, isLast = false }: { statements?: number; isLast?: boolean } = {},
    ): Promise<void> {
      const before = new Set((await offersNow()).map(({ id }) => id));
      const where = { scope, timeZone: 'UTC', now: state.clock };
      if (statements === undefined) {
        await offerSlots(db, where);
      } else {
        const dying = dyingDatabase(pool, statements);
        await offerSlots(dying.db, where).catch((error: unknown) => {
          if (!dying.hasDied()) throw error;
        });
        if (dying.hasDied()) state.crashes += 1;
      }
      // Only before a verdict about everything: until then, the next look could mend it.
      if (planted !== undefined && isLast && !tampered) tampered = await plant(planted, before);
      const made = (await offersNow()).filter(({ id }) => !before.has(id));
      for (const offer of made)
        note('offer', nameOf.get(offer.person), optionName(offer.option), offer.day, offer.minute);
      faults.push(...(await orderFaults(question(), made)));
    }

    /** What the job does every minute; afterwards nothing may be left to do. */
    async function settle(): Promise<void> {
      await endEntriesThatAreOver(db, { today: today(), now: state.clock });
      state.freed += await expireOffers(db, state.clock);
      await look('everywhere', { isLast: true });
      faults.push(...(await settledFaults(question())));
    }

    /**
     * Makes a mistake in the tables, past every rule of them. Returns whether there was an offer to make it with: if the
     * mistake needs a second person, one for whom the slot is as good, and who comes after its holder.
     */
    async function plant(what: Planted, before: ReadonlySet<string>): Promise<boolean> {
      const made = await rows<{ id: string; other: string | null }>(
        `select o.id, e.id as other from waiting_list_offers o join waiting_list_entries h on h.id = o.entry_id
         left join waiting_list_entries e on e.ended_at is null and e.option_id is null and e.booking_id is null and e.times = '{}'
           and e.treatment_id = h.treatment_id and o.day between e.first_day and e.last_day
           and e.joined_at > h.joined_at and e.treated_id <> h.treated_id
           and not exists (select 1 from waiting_list_offers f where f.entry_id = e.id and f.state = 'open')
           and (select count(*) from waiting_list_offers f where f.entry_id = h.id and f.state in ('declined', 'expired')
             and f.offered_at >= $2) < 3
         where o.state = 'open' and o.id <> all($1)
         order by o.day, o.start_minute, o.calendar_id, e.joined_at desc`,
        [[...before], `${today()}T00:00:00Z`],
      );
      const needsOther = what === 'out of order' || what === 'given twice';
      const offer = made.find(({ other }) => other !== null || !needsOther);
      if (!offer) return false;
      if (what === 'out of order') {
        await pool.query(`update waiting_list_offers set entry_id = $1 where id = $2`, [offer.other, offer.id]);
        return true;
      }
      const client = await pool.connect();
      try {
        await client.query('begin');
        const triggers = async (what: 'enable' | 'disable') => {
          for (const table of ['busy_times', 'waiting_list_offers']) {
            await client.query(`alter table ${table} ${what} trigger user`);
          }
        };
        await triggers('disable');
        if (what === 'forgotten') {
          await client.query(`delete from waiting_list_offers where id = $1`, [offer.id]);
          await client.query(`delete from outgoing_messages where about ->> 'offerId' = $1`, [offer.id]);
          await client.query(`delete from busy_times where id = $1`, [offer.id]);
        }
        if (what === 'lost')
          await client.query(`update waiting_list_offers set state = 'expired' where id = $1`, [offer.id]);
        if (what === 'given twice') {
          await client.query(
            `insert into waiting_list_offers select $1, $2, option_id, calendar_id, day, start_minute, minutes, starts_at,
               ends_at, state, offered_at, offered_by, expires_at from waiting_list_offers where id = $3`,
            [uuidv7(), offer.other, offer.id],
          );
        }
        await triggers('enable');
        await client.query('commit');
        return true;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }

    async function step(): Promise<void> {
      state.steps += 1;
      state.clock = new Date(state.clock.getTime() + chance.pick([0, 1, 1, 2, 3, 6]) * MINUTE);
      // At night nothing happens for hours, now and then.
      if (chance.is(0.004)) state.clock = new Date(state.clock.getTime() + 9 * 60 * MINUTE);
      for (const day of daysAhead()) await fill(day);
      const deed = deeds[pickOf(weights) ?? 'cancel'];
      const scope = await deed?.();
      const hears = chance.next();
      if (scope === undefined) return;
      if (hears < 0.2) state.unheard += 1;
      else if (hears < 0.45) await look(scope, { statements: 1 + Math.floor(chance.next() * MOST_STATEMENTS) });
      else await look(scope);
      if (chance.is(0.2)) await settle();
    }

    function treatmentName({ minutes }: Option): string {
      return minutes === 30 ? 'Podiatry' : 'Massage';
    }

    const countOffers = async () => {
      const counts = await rows<{ state: string; count: number }>(
        `select state, count(*)::int from waiting_list_offers group by state order by state`,
      );
      return Object.fromEntries(counts.map(({ state: is, count }) => [is, count]));
    };
    async function isDone(): Promise<boolean> {
      if (state.freed < wanted || (planted !== undefined && !tampered)) return false;
      const offers = await countOffers();
      return ends.every((end) => end in offers);
    }

    while (faults.length === 0 && !(await isDone())) await step();
    if (faults.length === 0) await settle();
    const { freed, steps, crashes, unheard } = state;
    return {
      freed,
      steps,
      crashes,
      unheard,
      offers: await countOffers(),
      simulatedDays: Math.round((state.clock.getTime() - START.getTime()) / (24 * 60 * MINUTE)),
      faults,
      digest: digest.digest('hex').slice(0, 16),
    };
  } finally {
    await database.close();
  }

  /** Two doctors for one treatment, and a second one of the first doctor's with slots twice as long. */
  async function openClinic(): Promise<readonly Option[]> {
    const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...HOURS }));
    const [dora, mo] = await makePatients(db, { count: 2, secret: 'a secret of the simulation', issuer: 'http://x' });
    const found: Option[] = [];
    for (const [doctor, treatment, minutes] of [
      [dora, 'Podiatry', 30],
      [mo, 'Podiatry', 30],
      [dora, 'Massage', 60],
    ] as const) {
      const id = doctor?.id ?? '';
      const made = await openOption(db, {
        treatment,
        minutes,
        openings,
        doctor: { id, name: doctor?.name ?? '', photo: null },
      });
      found.push({ ...made, calendarId: id, minutes });
    }
    return found;
  }
}
