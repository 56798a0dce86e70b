import { and, between, inArray, like } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { bookings, clinicHours, people } from '../database/schema/index.ts';
import { violatedConstraint } from '../database/violated-constraint.ts';
import {
  addDays,
  bookableDays,
  clinicDay,
  daysBetween,
  findTimetable,
  listClinicHours,
  listOptionsOfDay,
  slotsOfOption,
} from '../features/schedule/index.ts';
import { ensureTreatments, hasOptions, insertOption } from '../features/schedule/store.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import {
  DEMO_CLINIC_HOURS,
  DEMO_DOCTORS,
  DEMO_ON_DUTY,
  DEMO_TREATMENTS,
  type DemoHours,
  WROTE_CLINIC_HOURS,
} from './clinic.ts';
import { type DemoAccount, ensureDemoAccounts } from './demo-accounts.ts';
import { markAsDemo } from './demo-rows.ts';
import { seedDemoConversations } from './seed-demo-conversations.ts';
import { ensureDemoPatients, type SeededPatient } from './seed-demo-patients.ts';

const DAYS_WITH_BOOKINGS = 28;
/**
 * How far the patients of a day are behind those of the day before, in their list. General, which comes first, has fewer than
 * 60 slots a day, and the slots of any other treatment are less than 60 places apart on different days. In steps of 120 through
 * 660 adults, nobody returns to a place nearer than 60 for 11 days; children, with fewer than 22 slots, take steps of
 * 110 through 264. So nobody has two appointments for a treatment within ten days, and each can be moved to any day of
 * these.
 */
const NEXT_DAY = { adults: 120, children: 110 };

/**
 * Fills the demo clinic: accounts, doctors, treatments, and bookings over the coming weeks, with some days full and
 * some nearly full. It may run at every start: existing rows stay, and only new days are filled. A day's bookings
 * depend on its date alone.
 *
 * @returns the demo accounts
 */
export async function seedDemoClinic(parts: {
  db: Database;
  config: Config;
  now: Date;
}): Promise<readonly DemoAccount[]> {
  const { db, config, now } = parts;
  const accounts = await ensureDemoAccounts(db, config);
  const doctorIds = await ensureDoctors(db);
  if (!(await hasOptions(db))) await openOptions(db, { doctorIds, currency: config.currency });
  await fillDays(db, { config, now });
  await seedDemoConversations(db, { doctorIds, now });
  return accounts;
}

const emailOf = (slug: string) => `${slug}@openhours.example`;
const portraitOf = (slug: string) => `/portraits/${slug}.svg`;

/** The people of the doctors, by slug. One of them is the doctor of the demo accounts. */
async function ensureDoctors(db: Database): Promise<ReadonlyMap<string, string>> {
  const [, account] = DEMO_ACCOUNTS;
  const emails = new Map(
    DEMO_DOCTORS.map(({ name, slug }) => [slug, name === account.name ? account.email : emailOf(slug)]),
  );
  await insertPeople(
    db,
    DEMO_DOCTORS.map(({ name, slug }) => ({
      id: uuidv7(),
      name,
      email: emails.get(slug) ?? emailOf(slug),
      image: portraitOf(slug),
      isDoctor: true,
    })),
  );
  const found = await db
    .select({ id: people.id, email: people.email })
    .from(people)
    .where(inArray(people.email, [...emails.values()]));
  const idByEmail = new Map(found.map(({ id, email }) => [email, id]));
  return new Map([...emails].map(([slug, email]) => [slug, idByEmail.get(email) ?? '']));
}

/** Accounts whose addresses are free. */
function insertPeople(db: Database, wanted: readonly (typeof people.$inferInsert)[]): Promise<void> {
  return db.transaction(async (tx) => {
    const made = await tx
      .insert(people)
      .values(wanted.map((person) => ({ ...person, emailVerified: true })))
      .onConflictDoNothing()
      .returning({ id: people.id });
    await markAsDemo(tx, made);
  });
}

async function openOptions(
  db: Database,
  { doctorIds, currency }: { doctorIds: ReadonlyMap<string, string>; currency: string },
): Promise<void> {
  const treatments = DEMO_TREATMENTS.map(({ priceMinor: minor, ...treatment }) => ({
    id: uuidv7(),
    ...treatment,
    price: { minor, currency },
  }));
  await db.transaction(async (tx) => {
    const treatmentIds = await ensureTreatments(tx, treatments);
    const withDoctor = DEMO_DOCTORS.flatMap(({ name, slug, offers }) => {
      const doctor = { id: doctorIds.get(slug) ?? null, name, photo: portraitOf(slug) };
      return offers.map((offer) => ({ doctor, offer }));
    });
    const options = [...withDoctor, ...DEMO_ON_DUTY.map((offer) => ({ doctor: null, offer }))].map(
      ({ doctor, offer }) => ({
        id: uuidv7(),
        treatmentId: treatmentIds.get(offer.treatment) ?? '',
        doctor,
        hours: hoursOf(offer, {
          treatmentId: hasSeveral(doctor?.name) ? (treatmentIds.get(offer.treatment) ?? '') : null,
        }),
      }),
    );
    for (const option of options) await insertOption(tx, option);
    if ((await listClinicHours(tx)).length === 0) {
      await tx.insert(clinicHours).values(DEMO_CLINIC_HOURS);
      await markAsDemo(tx, [WROTE_CLINIC_HOURS]);
    }
    const made = treatments.filter(({ id, name }) => treatmentIds.get(name) === id);
    await markAsDemo(tx, [...made, ...options]);
  });
}

/** Doctors with several treatments have hours for each of them. */
function hasSeveral(doctorName: string | undefined): boolean {
  return DEMO_DOCTORS.some(({ name, offers }) => name === doctorName && offers.length > 1);
}

function hoursOf({ weekdays, hours }: DemoHours, { treatmentId }: { treatmentId: string | null }) {
  return weekdays.flatMap((weekday) =>
    hours.map(([opens, closes]) => ({ weekday, opensMinute: opens * 60, closesMinute: closes * 60, treatmentId })),
  );
}

async function fillDays(db: Database, { config, now }: { config: Config; now: Date }): Promise<void> {
  const { clinicTimeZone: timeZone } = config;
  const { first, last } = bookableDays({
    now,
    timeZone,
    horizonDays: Math.min(DAYS_WITH_BOOKINGS, config.horizonDays),
  });
  const patients = await ensureDemoPatients(db, { now });
  const filled = await findFilledDays(db, { first, last });
  const timetable = await findTimetable(db, { first, last });

  for (const date of daysBetween(first, last)) {
    if (filled.has(date)) continue;
    const day = clinicDay(date, timeZone);
    const options = (await listOptionsOfDay(db, { date, now })).toSorted((a, b) => placeOf(a) - placeOf(b));
    const share = shareTaken(date, { isSoon: date <= addDays(first, 1) });
    const next = patientsOfDay(date, patients);
    const taken = options.flatMap((option) =>
      slotsOfOption(option, { day, timetable, earliest: day.beginsAt }).offered.flatMap((slot) => {
        const patient = next(option.treatment === 'Pediatrics' ? 'children' : 'adults');
        const isTaken = chance(`${date} ${option.treatment} ${option.doctorName} ${slot.startMinute}`) < share;
        if (!patient || !isTaken) return [];
        return {
          id: uuidv7(),
          optionId: option.optionId,
          treatmentId: option.treatmentId,
          calendarId: option.calendarId,
          patientId: patient.accountId,
          treatedId: patient.id,
          treatmentName: option.treatment,
          doctorName: option.doctorName,
          patientName: patient.name,
          email: patient.email,
          phone: patient.phone,
          day: date,
          startMinute: slot.startMinute,
          minutes: slot.minutes,
          bufferMinutes: slot.bufferMinutes,
          startsAt: new Date(slot.from),
          endsAt: new Date(slot.to),
          priceMinor: option.price.minor,
          currency: option.price.currency,
        };
      }),
    );
    await insertFree(db, taken);
  }
}

function placeOf({ treatment }: { treatment: string }): number {
  return DEMO_TREATMENTS.findIndex(({ name }) => name === treatment);
}

/** Who comes on a day, one after another, and nobody twice. */
function patientsOfDay(
  date: string,
  pools: Awaited<ReturnType<typeof ensureDemoPatients>>,
): (pool: keyof typeof pools) => SeededPatient | undefined {
  const day = Date.parse(date) / 86_400_000;
  const at = { adults: day * NEXT_DAY.adults, children: day * NEXT_DAY.children };
  return (pool) => {
    const patient = pools[pool][at[pool] % pools[pool].length];
    at[pool] += 1;
    return patient;
  };
}

/** The appointments whose times are still free. */
async function insertFree(db: Database, wanted: readonly (typeof bookings.$inferInsert)[]): Promise<void> {
  if (wanted.length === 0) return;
  try {
    await db.insert(bookings).values([...wanted]);
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error;
    if (wanted.length > 1) for (const one of wanted) await insertFree(db, [one]);
  }
}

/** Days with demo bookings, cancelled ones too: a restart neither repeats nor restores any. */
async function findFilledDays(
  db: Database,
  { first, last }: { first: string; last: string },
): Promise<ReadonlySet<string>> {
  const days = await db
    .selectDistinct({ day: bookings.day })
    .from(bookings)
    .where(and(between(bookings.day, first, last), like(bookings.email, emailOf('patient-%'))));
  return new Set(days.map(({ day }) => day));
}

/** The share of a day that is taken: today and tomorrow about half, so visitors can book; later days random. */
function shareTaken(date: string, { isSoon }: { isSoon: boolean }): number {
  if (isSoon) return 0.45;
  const draw = chance(date);
  if (draw < 0.12) return 1;
  if (draw < 0.3) return 0.93;
  return 0.25 + draw * 0.5;
}

/** A number from 0 to 1, derived from a text (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  // Mixed again: texts that differ only in their last character would give nearly the same number.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
