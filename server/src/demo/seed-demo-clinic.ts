import { eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { bookings, people } from '../database/schema/index.ts';
import type { Auth } from '../features/identity/auth.ts';
import { addDays, bookableDays, clinicDay, listOptionsOfDay, slotsOfDay } from '../features/schedule/index.ts';
import { ensureTreatments, hasOptions, insertOption } from '../features/schedule/store.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { DEMO_DOCTORS, DEMO_ON_DUTY, DEMO_TREATMENTS, type DemoHours, demoPatientName } from './clinic.ts';
import { seedDemoTalk } from './seed-demo-talk.ts';

const DAYS_WITH_BOOKINGS = 28;
const PATIENTS = 224;

/**
 * Makes the clinic look alive: accounts, doctors, treatments, and bookings over the coming weeks, so that some days
 * are full and some nearly so. It may run at every start: what is there stays, and only days that have come into view
 * since are filled. What a day looks like follows from its date alone.
 */
export async function seedDemoClinic(parts: { db: Database; auth: Auth; config: Config; now: Date }): Promise<void> {
  const { db, auth, config, now } = parts;
  await ensureAccounts(db, auth);
  const doctorIds = await ensureDoctors(db);
  if (!(await hasOptions(db))) await openOptions(db, doctorIds);
  await fillDays(db, { config, now });
  await seedDemoTalk(db, { doctorIds, now });
}

async function ensureAccounts(db: Database, auth: Auth): Promise<void> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const present = await db.select({ email: people.email }).from(people).where(inArray(people.email, emails));
  const missing = DEMO_ACCOUNTS.filter(({ email }) => !present.some((person) => person.email === email));
  for (const { email, name } of missing) {
    await auth.api.signUpEmail({ body: { email, name, password: DEMO_PASSWORD } });
  }
  if (missing.length === 0) return;
  await db.update(people).set({ isAdmin: true }).where(eq(people.email, DEMO_ACCOUNTS[0].email));
  await db.update(people).set({ isDoctor: true }).where(eq(people.email, DEMO_ACCOUNTS[1].email));
}

const emailOf = (slug: string) => `${slug}@openhours.example`;
const portraitOf = (slug: string) => `/portraits/${slug}.svg`;

/** The people behind the doctors, by slug. One of them can sign in: the doctor of the demo accounts. */
async function ensureDoctors(db: Database): Promise<ReadonlyMap<string, string>> {
  const [, account] = DEMO_ACCOUNTS;
  const emails = new Map(
    DEMO_DOCTORS.map(({ name, slug }) => [slug, name === account.name ? account.email : emailOf(slug)]),
  );
  await db
    .insert(people)
    .values(
      DEMO_DOCTORS.map(({ name, slug }) => ({
        id: uuidv7(),
        name,
        email: emails.get(slug) ?? emailOf(slug),
        image: portraitOf(slug),
        isDoctor: true,
      })),
    )
    .onConflictDoNothing();
  await db
    .update(people)
    .set({ image: portraitOf('maya-lindqvist') })
    .where(eq(people.email, account.email));
  const found = await db
    .select({ id: people.id, email: people.email })
    .from(people)
    .where(inArray(people.email, [...emails.values()]));
  const idByEmail = new Map(found.map(({ id, email }) => [email, id]));
  return new Map([...emails].map(([slug, email]) => [slug, idByEmail.get(email) ?? '']));
}

async function openOptions(db: Database, doctorIds: ReadonlyMap<string, string>): Promise<void> {
  await db.transaction(async (tx) => {
    const treatmentIds = await ensureTreatments(
      tx,
      DEMO_TREATMENTS.map((treatment) => ({ id: uuidv7(), ...treatment })),
    );
    const idOf = (treatment: string) => treatmentIds.get(treatment) ?? '';
    for (const { name, slug, offers } of DEMO_DOCTORS) {
      const doctor = { id: doctorIds.get(slug) ?? null, name, photo: portraitOf(slug) };
      for (const offer of offers) {
        await insertOption(tx, {
          id: uuidv7(),
          treatmentId: idOf(offer.treatment),
          doctor,
          openings: openingsOf(offer),
        });
      }
    }
    for (const offer of DEMO_ON_DUTY) {
      await insertOption(tx, {
        id: uuidv7(),
        treatmentId: idOf(offer.treatment),
        doctor: null,
        openings: openingsOf(offer),
      });
    }
  });
}

function openingsOf({ weekdays, hours }: DemoHours) {
  return weekdays.flatMap((weekday) =>
    hours.map(([opens, closes]) => ({ weekday, opensMinute: opens * 60, closesMinute: closes * 60 })),
  );
}

async function fillDays(db: Database, { config, now }: { config: Config; now: Date }): Promise<void> {
  const { clinicTimeZone: timeZone, currency } = config;
  const { first, last } = bookableDays({
    now,
    timeZone,
    horizonDays: Math.min(DAYS_WITH_BOOKINGS, config.horizonDays),
  });
  const patients = await ensurePatients(db);

  for (let date = first; date <= last; date = addDays(date, 1)) {
    const day = clinicDay(date, timeZone);
    const options = await listOptionsOfDay(db, { date, weekday: day.weekday });
    const share = shareTaken(date, { isSoon: date <= addDays(first, 1) });
    let patient = 0;
    const taken = options.flatMap((option) =>
      slotsOfDay(day, option.openings, option.minutes).flatMap((slot) => {
        const { id, name, email } = patients[patient % patients.length] ?? { id: '', name: '', email: '' };
        patient += 1;
        if (chance(`${date} ${option.treatment} ${option.doctorName} ${slot.startMinute}`) >= share) return [];
        return {
          id: uuidv7(),
          optionId: option.optionId,
          treatmentId: option.treatmentId,
          calendarId: option.calendarId,
          patientId: id,
          treatmentName: option.treatment,
          doctorName: option.doctorName,
          doctorPhoto: option.doctorPhoto,
          patientName: name,
          email,
          phone: '',
          day: date,
          startMinute: slot.startMinute,
          minutes: slot.minutes,
          startsAt: new Date(slot.from),
          endsAt: new Date(slot.to),
          priceMinor: option.priceMinor,
          currency,
        };
      }),
    );
    if (taken.length > 0) await db.insert(bookings).values(taken).onConflictDoNothing();
  }
}

async function ensurePatients(db: Database): Promise<readonly { id: string; name: string; email: string }[]> {
  const wanted = Array.from({ length: PATIENTS }, (_, number) => ({
    id: uuidv7(),
    name: demoPatientName(number),
    email: `patient-${number + 1}@openhours.example`,
  }));
  await db.insert(people).values(wanted).onConflictDoNothing();
  return db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(
      inArray(
        people.email,
        wanted.map(({ email }) => email),
      ),
    )
    .orderBy(people.email);
}

/** How much of a day is taken: today and tomorrow about half, so that there is something to try; later at random. */
function shareTaken(date: string, { isSoon }: { isSoon: boolean }): number {
  if (isSoon) return 0.45;
  const draw = chance(date);
  if (draw < 0.12) return 1;
  if (draw < 0.3) return 0.93;
  return 0.25 + draw * 0.5;
}

/** A number from 0 to 1 that follows from a text alone (FNV-1a). */
function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  // Mixed once more: texts that differ in their last character alone would draw almost the same.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
