import { searchedWords } from '@openhours/contract/fold-name.ts';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import {
  appointmentOptions,
  doctorPages,
  isOpenOption,
  optionColumns,
  treatments,
} from '../../database/schema/schedule.ts';
import type { OpenOption } from './store.ts';

/** Selects all open options, or those of a specialty or of a doctor, one, or those that match a search. */
export interface WhichOptions {
  readonly specialtyId?: string | undefined;
  readonly doctorId?: string | undefined;
  readonly doctorSlug?: string | undefined;
  readonly optionId?: string | undefined;
  readonly search?: string | undefined;
}

/** An open option, as visitors may see it. */
export interface PublicOption extends OpenOption {
  readonly doctorSlug: string | null;
}

/** The order of a day's options: treatment, doctor (options without a named doctor last), id. */
const ORDER = [
  sql`${treatments.position}`,
  sql`${treatments.name}`,
  sql`(${appointmentOptions.doctorName} is null)`,
  sql`coalesce(${appointmentOptions.doctorName}, '')`,
  sql`${appointmentOptions.id}`,
];

/** What people read about an option, as the booking page searches it (`matchesSearch`). */
const SHOWN_NAMES = sql`${treatments.name} || ' ' || coalesce('Dr. ' || ${appointmentOptions.doctorName}, 'With the doctor on duty')`;

/** Open options in order, at most `limit`, after the option `after`. */
export async function listPublicOptions(
  db: Database,
  { which, limit, after }: { which: WhichOptions; limit?: number; after?: string | undefined },
): Promise<readonly PublicOption[]> {
  const { specialtyId, doctorId, doctorSlug, optionId, search = '' } = which;
  const query = db
    .select({ ...optionColumns, doctorSlug: doctorPages.slug })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .leftJoin(doctorPages, eq(doctorPages.doctorId, appointmentOptions.doctorId))
    .where(
      and(
        isOpenOption,
        specialtyId === undefined ? undefined : eq(treatments.id, specialtyId),
        doctorId === undefined ? undefined : eq(appointmentOptions.doctorId, doctorId),
        doctorSlug === undefined ? undefined : eq(doctorPages.slug, doctorSlug),
        optionId === undefined ? undefined : eq(appointmentOptions.id, optionId),
        ...searchedWords(search).map((word) => sql`strpos(fold_name(${SHOWN_NAMES}), ${word}) > 0`),
        after === undefined ? undefined : behind(after),
      ),
    )
    .orderBy(...ORDER.map((key) => asc(key)))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

/** The cursor still works if its option has been closed meanwhile. */
function behind(optionId: string): SQL {
  const keys = sql.join(ORDER, sql`, `);
  return sql`(${keys}) > (
    select t.position, t.name, o.doctor_name is null, coalesce(o.doctor_name, ''), o.id
    from ${appointmentOptions} o join ${treatments} t on t.id = o.treatment_id where o.id = ${optionId})`;
}

/** The slugs of the doctors who can be booked, in order, at most `limit`. */
export async function listDoctorSlugs(db: Database, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectDistinct({ slug: doctorPages.slug })
    .from(doctorPages)
    .innerJoin(appointmentOptions, eq(appointmentOptions.doctorId, doctorPages.doctorId))
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(isOpenOption)
    .orderBy(asc(doctorPages.slug))
    .limit(limit);
  return rows.map(({ slug }) => slug);
}
