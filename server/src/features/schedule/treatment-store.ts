import type { Money } from '@openhours/contract/money.ts';
import { and, asc, eq, exists, getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';

export type TreatmentRow = typeof treatments.$inferSelect;

/** A treatment, and whether an open option offers it. */
type ListedTreatmentRow = TreatmentRow & { readonly isOffered: boolean };

/** Every treatment including archived ones, or only active ones. */
export function listTreatments(
  db: Database,
  { which }: { which: 'all' | 'active' },
): Promise<readonly ListedTreatmentRow[]> {
  const { id, treatmentId, open } = appointmentOptions;
  const openOption = db
    .select({ id })
    .from(appointmentOptions)
    .where(and(eq(treatmentId, treatments.id), eq(open, true)));
  return db
    .select({ ...getTableColumns(treatments), isOffered: exists(openOption).mapWith(Boolean) })
    .from(treatments)
    .where(which === 'active' ? eq(treatments.active, true) : undefined)
    .orderBy(asc(treatments.position), asc(treatments.name));
}

/** Reads a treatment and locks it until this transaction ends. */
export async function lockTreatment(tx: Database, id: string): Promise<TreatmentRow | undefined> {
  const [row] = await tx.select().from(treatments).where(eq(treatments.id, id)).for('no key update');
  return row;
}

/** Locks every treatment until this transaction ends. */
export async function lockAllTreatments(tx: Database): Promise<void> {
  await tx.select({ id: treatments.id }).from(treatments).orderBy(treatments.id).for('no key update');
}

/** Numbers these treatments from 1, in this order. */
export async function setPositions(tx: Database, ids: readonly string[]): Promise<void> {
  const place = sql`array_position(${`{${ids.join(',')}}`}::uuid[], ${treatments.id})`;
  await tx.update(treatments).set({ position: place }).where(sql`${treatments.position} <> ${place}`);
}

/** What a smallint holds. */
const MOST_POSITIONS = 32_767;

const afterTheLast = sql`(select least(coalesce(max(position), 0) + 1, ${MOST_POSITIONS}) from treatments)`;

/** The editable fields of a treatment. */
export interface TreatmentValues {
  readonly name: string;
  readonly description: string;
  readonly minutes: number;
  readonly bufferMinutes: number;
  readonly price: Money;
  readonly colour: string | null;
  readonly active: boolean;
}

/** Adds a treatment as the last one. `undefined`: the name is taken. */
export async function insertTreatment(
  tx: Database,
  { id, values }: { id: string; values: TreatmentValues },
): Promise<TreatmentRow | undefined> {
  const [made] = await tx
    .insert(treatments)
    .values({ id, position: afterTheLast, ...rowOf(values) })
    .onConflictDoNothing({ target: treatments.name })
    .returning();
  return made;
}

/** Changes a treatment. `undefined`: the name is taken. */
export async function updateTreatment(
  tx: Database,
  { id, values }: { id: string; values: TreatmentValues },
): Promise<TreatmentRow | undefined> {
  try {
    const [changed] = await tx.transaction((savepoint) =>
      savepoint.update(treatments).set(rowOf(values)).where(eq(treatments.id, id)).returning(),
    );
    return changed;
  } catch (error) {
    if (violatedConstraint(error) === 'one_treatment_per_name') return undefined;
    throw error;
  }
}

function rowOf({ price, ...values }: TreatmentValues) {
  return { ...values, priceMinor: price.minor, currency: price.currency };
}
