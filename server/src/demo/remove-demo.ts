import { isDeepStrictEqual } from 'node:util';
import { and, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  appointmentOptions,
  blocks,
  bookings,
  calendars,
  clinic,
  clinicHours,
  conversationParticipants,
  conversations,
  demoRows,
  doctorPages,
  invitations,
  messages,
  people,
  posts,
  reports,
  treatments,
  waitingListEntries,
} from '../database/schema/index.ts';
import { deletePostsOf } from '../features/feed/index.ts';
import { erasePerson } from '../features/identity/index.ts';
import { listClinicHours } from '../features/schedule/index.ts';
import { DEMO_CLINIC_HOURS, DEMO_FACTS, WROTE_CLINIC_HOURS } from './clinic.ts';
import { type Deletion, deleteUnlessNeeded } from './delete-unless-needed.ts';

/** What a removal did to the demo's people, appointments and treatments. */
export interface DemoRemoval {
  /**
   * `needed`: rows that real people's data or a log refers to. Such a person has lost roles and sign-in methods; such
   * an appointment was paid with test money; such a treatment is used by real people.
   */
  readonly people: Deletion;
  readonly appointments: Deletion;
  readonly treatments: Deletion;
  /** Upcoming appointments of real people with the demo's doctors, which are left unchanged. */
  readonly comingAppointments: number;
  /** Waiting list entries of real people for the demo's doctors, which are deleted. */
  readonly waiting: number;
}

/** What a removal would cover. */
export async function previewRemoval(db: Database, now: Date) {
  const demo = await findDemo(db, now);
  return {
    people: demo.people.length,
    appointments: demo.bookings.length,
    comingAppointments: demo.comingAppointments,
    waiting: demo.waiting,
  };
}

/**
 * Removes the demo: its accounts and invented people, their appointments, posts, messages, options and treatments. Real
 * people and their data stay. The database refuses to delete a row that others refer to; such a row stays, closed or
 * without sign-in methods (decision 10).
 */
export function removeDemo(db: Database, now: Date): Promise<DemoRemoval> {
  return db.transaction(async (tx) => {
    // The lock that seeding the demo takes too.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('openhours'), hashtext('demo clinic'))`);
    const demo = await findDemo(tx, now);

    await deleteConversations(tx, demo.people);
    // Their links would still give a role, also that of an admin.
    await tx.delete(invitations).where(inArray(invitations.invitedBy, idsOf(demo.people)));
    await deletePosts(tx, { authors: demo.people, now });
    const appointments = await deleteUnlessNeeded(tx, bookings, demo.bookings);
    // Including entries for an option that is not deleted: it is closed, so they would never get an offer.
    await tx.delete(waitingListEntries).where(inArray(waitingListEntries.optionId, demo.options));
    await tx
      .update(appointmentOptions)
      .set({ open: false, doctorId: null })
      .where(inArray(appointmentOptions.id, demo.options));
    await deleteUnlessNeeded(tx, appointmentOptions, demo.options);
    await deleteUnlessNeeded(tx, calendars, [...demo.options, ...idsOf(demo.people)]);
    await tx.delete(doctorPages).where(inArray(doctorPages.doctorId, idsOf(demo.people)));
    const givenTreatments = await deleteUnlessNeeded(tx, treatments, demo.treatments);
    const persons = await deletePeople(tx, demo.people);
    for (const personId of persons.needed) await erasePerson(tx, { personId, now });
    await forgetDemoFacts(tx);
    await forgetDemoHours(tx);
    await tx.delete(demoRows);
    const { comingAppointments, waiting } = demo;
    return { people: persons, appointments, treatments: givenTreatments, comingAppointments, waiting };
  });
}

/** Removes what the demo clinic says about itself. What an admin has written stays. */
async function forgetDemoFacts(tx: Database): Promise<void> {
  const { addressLines, phone, texts, testimonials, news } = DEMO_FACTS;
  await tx.update(clinic).set({ addressLines: [] }).where(eq(clinic.addressLines, addressLines));
  await tx.update(clinic).set({ phone: '' }).where(eq(clinic.phone, phone));
  await tx
    .update(clinic)
    .set({ texts: sql`${clinic.texts} - 'openingHours'` })
    .where(eq(sql`${clinic.texts}->>'openingHours'`, texts.openingHours));
  for (const row of await tx.select({ testimonials: clinic.testimonials, news: clinic.news }).from(clinic)) {
    await tx.update(clinic).set({
      testimonials: row.testimonials.filter(({ text }) => testimonials.every((one) => one.text !== text)),
      news: row.news.filter(({ text }) => news.every((one) => one.text !== text)),
    });
  }
}

/** Deletes the clinic's hours if the demo has written them and nobody has changed them since. */
async function forgetDemoHours(tx: Database): Promise<void> {
  const [wrote] = await tx.select().from(demoRows).where(eq(demoRows.id, WROTE_CLINIC_HOURS.id));
  if (wrote && isDeepStrictEqual(await listClinicHours(tx), DEMO_CLINIC_HOURS)) await tx.delete(clinicHours);
}

interface DemoPerson {
  readonly id: string;
  readonly email: string;
  readonly guardianId: string | null;
}

/** Those who are looked after first: they refer to an account. */
async function deletePeople(tx: Database, demoPeople: readonly DemoPerson[]): Promise<Deletion> {
  const { true: lookedAfter = [], false: others = [] } = Object.groupBy(
    demoPeople,
    ({ guardianId }) => `${guardianId !== null}` as const,
  );
  const first = await deleteUnlessNeeded(tx, people, idsOf(lookedAfter));
  const second = await deleteUnlessNeeded(tx, people, idsOf(others));
  return { deleted: first.deleted + second.deleted, needed: [...first.needed, ...second.needed] };
}

/** All rows of the demo, and real people's data that refers to them. */
async function findDemo(db: Database, now: Date) {
  const marked = db.select({ id: demoRows.id }).from(demoRows);
  const demoPeople = await db
    .select({ id: people.id, email: people.email, guardianId: people.guardianId })
    .from(people)
    .where(inArray(people.id, marked));
  const personIds = idsOf(demoPeople);
  const options = await db
    .select({ id: appointmentOptions.id })
    .from(appointmentOptions)
    .where(or(inArray(appointmentOptions.id, marked), inArray(appointmentOptions.doctorId, personIds)));
  const coming = and(
    inArray(bookings.optionId, idsOf(options)),
    notInArray(bookings.patientId, personIds),
    eq(bookings.state, 'booked'),
    gt(bookings.startsAt, now),
  );
  const waiting = and(
    inArray(waitingListEntries.optionId, idsOf(options)),
    notInArray(waitingListEntries.personId, personIds),
    isNull(waitingListEntries.endedAt),
  );
  return {
    people: demoPeople,
    options: idsOf(options),
    treatments: idsOf(await db.select({ id: treatments.id }).from(treatments).where(inArray(treatments.id, marked))),
    bookings: idsOf(await db.select({ id: bookings.id }).from(bookings).where(inArray(bookings.patientId, personIds))),
    comingAppointments: await db.$count(bookings, coming),
    waiting: await db.$count(waitingListEntries, waiting),
  };
}

/** Messages and reports among the invented people. A conversation with a real person stays. */
async function deleteConversations(tx: Database, demoPeople: readonly DemoPerson[]): Promise<void> {
  const ids = idsOf(demoPeople);
  await tx.delete(reports).where(or(inArray(reports.reporterId, ids), inArray(reports.writerId, ids)));
  await tx.delete(blocks).where(or(inArray(blocks.blockerId, ids), inArray(blocks.blockedId, ids)));
  const conversation = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(inArray(conversations.authorId, ids), inArray(conversations.openerId, ids)));
  const conversationIds = idsOf(conversation);
  await tx.delete(messages).where(inArray(messages.conversationId, conversationIds));
  await tx.delete(conversationParticipants).where(inArray(conversationParticipants.conversationId, conversationIds));
  await deleteUnlessNeeded(tx, conversations, conversationIds);
}

/** A post with a real person's conversation keeps its row, empty. */
async function deletePosts(
  tx: Database,
  { authors, now }: { authors: readonly DemoPerson[]; now: Date },
): Promise<void> {
  const written = await tx
    .select({ id: posts.id, authorId: posts.authorId })
    .from(posts)
    .where(inArray(posts.authorId, idsOf(authors)));
  const { needed } = await deleteUnlessNeeded(tx, posts, idsOf(written));
  const stillThere = written.filter(({ id }) => needed.includes(id)).map(({ authorId }) => authorId);
  for (const author of authors) if (stillThere.includes(author.id)) await deletePostsOf(tx, { author, now });
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
