import { isDeepStrictEqual } from 'node:util';
import type { ClinicChanges } from '@openhours/contract/clinic-facts.ts';
import { counted } from '@openhours/contract/counted.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type FollowingBooking, followTimeZone, listFollowingBookings } from '../booking/index.ts';
import { readPhone } from '../identity/index.ts';
import { claimImage } from '../images/index.ts';
import { publish } from '../live/index.ts';
import { lockTimetable } from '../schedule/index.ts';
import { type ClinicRow, type FactsRow, hasPrices, lockClinic, updateClinic } from './store.ts';

export type SaveFactsOutcome =
  | { readonly kind: 'saved'; readonly clinic: ClinicRow }
  | { readonly kind: 'changed-meanwhile'; readonly version: number }
  | {
      readonly kind: 'time-zone-in-use' | 'time-zone-skips-bookings';
      /** The appointments ahead, in order. */
      readonly bookings: readonly FollowingBooking[];
    }
  | { readonly kind: 'phone-invalid'; readonly message: string }
  | { readonly kind: 'currency-in-use' | 'image-unknown' };

/** The name of each fact in the audit log. */
const FACTS = {
  name: 'name',
  addressLines: 'address',
  city: 'city',
  postcode: 'postcode',
  country: 'country',
  phone: 'phone number',
  email: 'email address',
  timeZone: 'time zone',
  currency: 'currency',
  texts: 'texts',
  logoImage: 'logo',
  accent: 'accent colour',
  testimonials: 'testimonials',
  news: 'news',
  figures: 'figures',
} as const satisfies Record<keyof FactsRow, string>;

/** Changes the clinic's facts. If one of them is refused, none is changed. */
export function saveFacts(
  db: Database,
  save: {
    changes: ClinicChanges;
    version: number | undefined;
    /** The country whose phone numbers need no country code. */
    phoneCountry: string | undefined;
    /** Whether appointments may follow a change of the time zone: they keep their date and time. */
    mayMoveBookings: boolean;
    by: Actor;
    now: Date;
  },
): Promise<SaveFactsOutcome> {
  const { changes, version, phoneCountry, mayMoveBookings, by, now } = save;
  const attempt = inTransaction(db, async (tx): Promise<SaveFactsOutcome> => {
    // Prevents bookings while the time zone changes. Locks are always taken in this order: timetable, then clinic.
    if (changes.timeZone !== undefined) await lockTimetable(tx);
    const before = await lockClinic(tx);
    const after = wantedFacts(before, changes);
    // FACTS has exactly the keys of FactsRow.
    const changed = (Object.keys(FACTS) as (keyof typeof FACTS)[]).filter(
      (fact) => !isDeepStrictEqual(after[fact], before[fact]),
    );
    // Any version will do: the client may be repeating a save whose answer was lost.
    if (changed.length === 0) {
      await recordAudit(tx, { by, what: 'change-clinic', outcome: 'unchanged', now });
      return { kind: 'saved', clinic: before };
    }
    if (version !== undefined && version !== before.version) {
      return { kind: 'changed-meanwhile', version: before.version };
    }
    const refuse = async <Refusal extends SaveFactsOutcome>(refusal: Refusal, detail: string): Promise<Refusal> => {
      await recordAudit(tx, { by, what: 'change-clinic', outcome: 'refused', detail, now });
      return refusal;
    };

    if (after.phone !== before.phone && after.phone !== '') {
      const read = readPhone(after.phone, after.country || phoneCountry);
      if (read.kind === 'refused') return refuse({ kind: 'phone-invalid', message: read.message }, read.message);
    }
    if (after.logoImage !== null && after.logoImage !== before.logoImage) {
      const isOurs = await claimImage(tx, { url: after.logoImage, now });
      if (!isOurs) return refuse({ kind: 'image-unknown' }, 'The logo was not uploaded here.');
    }
    if (after.currency !== before.currency && (await hasPrices(tx))) {
      return refuse({ kind: 'currency-in-use' }, 'Treatments have prices in the present currency.');
    }
    let moved = 0;
    if (after.timeZone !== before.timeZone) {
      const bookings = await listFollowingBookings(tx, { timeZone: after.timeZone, now });
      moved = bookings.length;
      if (bookings.some(({ startsAt }) => startsAt === null)) {
        return refuse({ kind: 'time-zone-skips-bookings', bookings }, 'The clock skips the time of an appointment.');
      }
      if (moved > 0 && !mayMoveBookings) {
        return refuse({ kind: 'time-zone-in-use', bookings }, 'There are upcoming appointments.');
      }
      await followTimeZone(tx, after.timeZone);
    }

    const clinic = await updateClinic(tx, Object.fromEntries(changed.map((fact) => [fact, after[fact]])));
    const kept = moved === 0 ? '' : ` ${counted(moved, 'appointment keeps its', 'appointments keep their')} time.`;
    const detail = `Changed: ${changed.map((fact) => FACTS[fact]).join(', ')}.${kept}`;
    await recordAudit(tx, { by, what: 'change-clinic', outcome: 'done', detail, now });
    if (changed.includes('timeZone')) await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', clinic };
  });
  return attempt.catch(async (error: unknown) => {
    const { timeZone } = changes;
    if (timeZone === undefined || !BOOKINGS_OVERLAP.has(violatedConstraint(error) ?? '')) throw error;
    await recordAudit(db, {
      by,
      what: 'change-clinic',
      outcome: 'refused',
      detail: 'Appointments would overlap.',
      now,
    });
    return { kind: 'time-zone-skips-bookings', bookings: await listFollowingBookings(db, { timeZone, now }) };
  });
}

/** Violated if two appointments overlap because the clock of the new time zone changes between them. */
const BOOKINGS_OVERLAP = new Set(['no_overlap_in_calendar', 'patient_in_one_place']);

/** The facts after the change. Omitted facts stay as they are. */
function wantedFacts(before: ClinicRow, { texts = {}, logo, ...changes }: ClinicChanges): FactsRow {
  return {
    ...before,
    ...given(changes),
    texts: { ...before.texts, ...given(texts) },
    logoImage: logo === undefined ? before.logoImage : logo,
  };
}

/** The changes without those that are undefined. */
function given<Changes extends object>(changes: Changes) {
  // The filter removes every undefined value, so the type is right.
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Changes]?: Exclude<Changes[Name], undefined>;
  };
}
