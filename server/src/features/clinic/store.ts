import type { ClinicRules } from '@openhours/contract/clinic.ts';
import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { clinic, formerTimeZones, legalTexts } from '../../database/schema/clinic.ts';
import { appointmentOptions, isOpenOption, treatments } from '../../database/schema/schedule.ts';
import type { FormerTimeZone } from './spans-of-days.ts';

export type ClinicRow = typeof clinic.$inferSelect;
/** The columns with the rules for booking and for the waiting list. */
export type RulesRow = Pick<ClinicRow, Exclude<keyof ClinicRules, 'version'>>;
/** The columns with the clinic's facts. */
export type FactsRow = Omit<ClinicRow, keyof RulesRow | 'id' | 'version' | 'requireSecondFactor'>;

export async function findClinic(db: Database): Promise<ClinicRow> {
  return onlyRow(await db.select().from(clinic));
}

/** Like `findClinic`. Locks the row until the transaction ends. */
export async function lockClinic(tx: Database): Promise<ClinicRow> {
  return onlyRow(await tx.select().from(clinic).for('update'));
}

/** Changes the clinic, and increments its version. */
export async function updateClinic(tx: Database, changes: Partial<RulesRow & FactsRow>): Promise<ClinicRow> {
  return onlyRow(
    await tx
      .update(clinic)
      .set({ ...changes, version: sql`${clinic.version} + 1` })
      .returning(),
  );
}

/** The time zones that the clinic had before, in order. */
export function listFormerTimeZones(db: Database): Promise<readonly FormerTimeZone[]> {
  return db.select().from(formerTimeZones).orderBy(formerTimeZones.until);
}

export async function insertFormerTimeZone(tx: Database, former: FormerTimeZone): Promise<void> {
  // A time zone that the clinic had for no time needs no row.
  await tx.insert(formerTimeZones).values(former).onConflictDoNothing();
}

function onlyRow([row]: readonly ClinicRow[]): ClinicRow {
  if (!row) throw new Error('The clinic has no row');
  return row;
}

/** Requires a second factor of staff, or ends that. No editor shows it, so the version stays. */
export async function updateSecondFactorRule(tx: Database, required: boolean): Promise<void> {
  await tx.update(clinic).set({ requireSecondFactor: required });
}

/** Increments the clinic's version after a change in another table. */
export function countClinicChange(tx: Database): Promise<ClinicRow> {
  return updateClinic(tx, {});
}

/**
 * Writes the settings into the clinic's row at each start, as long as nobody has saved a change (version 1). The time
 * zone stays once there are appointments or blocks: only an admin changes it then, and they follow (decision 24).
 */
export async function applySettings(
  db: Database,
  start: Partial<FactsRow> & Pick<RulesRow, 'horizonDays' | 'maxUnpaidBookings'>,
): Promise<void> {
  const hasTimes = sql`exists (select from ${bookings}) or exists (select from ${busyTimes} where kind = 'block')`;
  const timeZone = sql`case when ${hasTimes} then ${clinic.timeZone} else ${start.timeZone ?? clinic.timeZone} end`;
  await db
    .update(clinic)
    .set({ ...NO_FACTS, ...start, timeZone })
    .where(eq(clinic.version, 1));
}

const NO_FACTS = {
  addressLines: [],
  city: '',
  postcode: '',
  country: '',
  phone: '',
  email: '',
  texts: {},
  testimonials: [],
  news: [],
};

/** Whether patients can book anything: whether an active treatment has an open option. */
export async function isOpen(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: appointmentOptions.id })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(isOpenOption)
    .limit(1);
  return found !== undefined;
}

/** The active treatments that have a price in another currency, in their order. */
export async function listPricedOtherwise(db: Database, currency: string): Promise<readonly { name: string }[]> {
  const { active, priceMinor } = treatments;
  return db
    .select({ name: treatments.name })
    .from(treatments)
    .where(and(eq(active, true), gt(priceMinor, 0), ne(treatments.currency, currency)))
    .orderBy(treatments.position, treatments.id);
}

/** The clinic's legal texts. Those that it has not written are empty. */
export async function findLegalTexts(db: Database): Promise<Readonly<Record<LegalText, string>>> {
  const rows = await db.select().from(legalTexts);
  const textOf = (kind: LegalText) => rows.find((row) => row.kind === kind)?.text ?? '';
  return { privacy: textOf('privacy'), terms: textOf('terms'), imprint: textOf('imprint') };
}

export async function writeLegalText(tx: Database, row: { kind: LegalText; text: string }): Promise<void> {
  await tx
    .insert(legalTexts)
    .values(row)
    .onConflictDoUpdate({ target: legalTexts.kind, set: { text: row.text } });
}
