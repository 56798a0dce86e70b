import { createHash } from 'node:crypto';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/in-transaction.ts';
import { bookSlot, type Patient } from '../../src/features/booking/index.ts';
import { openOption } from '../../testing/clinic.ts';
import { makePatients } from '../../testing/many-patients.ts';
import type { Chance } from '../../testing/random.ts';
import { HOURS, type Option, slotsOf } from './verdict.ts';

export const MINUTE = 60_000;
export const START = new Date('2030-05-06T07:00:00Z');
const PEOPLE = 60;
/** How many days are full and waited for, from tomorrow on. */
const DAYS_AHEAD = 3;
const ACCOUNTS = { secret: 'a secret of the simulation', issuer: 'http://x' };

interface Offer {
  readonly id: string;
  readonly entry: string;
  readonly option: string;
  readonly day: string;
  readonly minute: number;
  readonly person: string;
}

export type SimulatedClinic = Awaited<ReturnType<typeof openClinic>>;

/** A clinic with a time of its own, and what the simulation asks of it. */
export async function openClinic({ db, pool }: { db: Database; pool: pg.Pool }, chance: Chance) {
  await pool.query(`update clinic set max_unpaid_bookings = 1000`);
  const options = await openOptions(db);
  const people = (await makePatients(db, { count: PEOPLE, ...ACCOUNTS })).map(({ id }) => id);
  const filled = new Set<string>();
  const digest = createHash('sha256');

  const clinic = {
    db,
    pool,
    chance,
    options,
    people,
    now: START,
    /** How many times a slot was freed. */
    freed: 0,

    /** Notes what happens, for the digest. */
    note: (...what: readonly unknown[]) => digest.update(`${what.join(' ')}\n`),
    digest: () => digest.digest('hex').slice(0, 16),
    rows: async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[],
    /** `undefined` if there is none. */
    pick: <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance.next() * items.length)],

    nameOf: (id: string) => `P${people.indexOf(id)}`,
    patientOf: (id: string): Patient => ({ personId: id, name: clinic.nameOf(id), email: '' }),
    readerOf: (personId: string) => ({
      personId,
      isDoctor: false,
      isFrontDesk: false,
      isAdmin: false,
      now: clinic.now,
      timeZone: 'UTC',
    }),

    today: () => dayOf(clinic.now),
    daysAhead: () =>
      Array.from({ length: DAYS_AHEAD }, (_, ahead) => dayOf(later(clinic.now, (ahead + 1) * 24 * 60 * MINUTE))),
    wait(millis: number) {
      clinic.now = later(clinic.now, millis);
    },

    openOffers: () =>
      clinic.rows<Offer>(
        `select o.id, o.entry_id as entry, o.option_id as option, o.day::text, o.start_minute as minute, e.person_id as person
         from waiting_list_offers o join waiting_list_entries e on e.id = o.entry_id
         where o.state = 'open' order by o.day, o.start_minute, e.joined_at`,
      ),

    /** Returns how it ended. */
    async book(personId: string, { option, day, minute }: { option: Option; day: string; minute: number }) {
      const slot = slotLabel({ startMinute: minute, minutes: option.minutes });
      const { optionId } = option;
      const request = { treatment: treatmentOf(option), optionId, date: day, slot, phone: '', agreed: undefined };
      const outcome = await inTransaction(db, (tx) =>
        bookSlot(tx, { request, patient: clinic.patientOf(personId), now: clinic.now }),
      );
      return outcome.code;
    },

    /** Books every slot of the new days ahead, so that whoever wants one has to wait. */
    async fillDaysAhead(): Promise<void> {
      for (const day of clinic.daysAhead()) {
        if (filled.has(day)) continue;
        filled.add(day);
        const slots = options.flatMap((option) => slotsOf(option, day));
        for (const [number, slot] of slots.entries()) {
          await clinic.book(people[(number + 1) % people.length] ?? '', slot);
        }
      }
    },
  };
  return clinic;
}

/** Two doctors for one treatment, and a second one of the first doctor's with slots twice as long. */
async function openOptions(db: Database): Promise<readonly Option[]> {
  const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...HOURS }));
  const [dora, mo] = await makePatients(db, { count: 2, ...ACCOUNTS });
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

export function treatmentOf({ minutes }: Option): string {
  return minutes === 30 ? 'Podiatry' : 'Massage';
}

const later = (from: Date, millis: number) => new Date(from.getTime() + millis);
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
