import { isDeepStrictEqual } from 'node:util';
import type { ClinicChanges } from '@openhours/contract/clinic-facts.ts';
import { counted } from '@openhours/contract/counted.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type FollowingBooking, followTimeZone, listFollowingBookings } from '../booking/index.ts';
import { readPhone } from '../identity/index.ts';
import { claimImage } from '../images/index.ts';
import { publish } from '../live/index.ts';
import { lockTimetable } from '../schedule/index.ts';
import { outcomeWithoutChange, type PartSaved } from './save-part.ts';
import {
  type ClinicRow,
  type FactsRow,
  insertFormerTimeZone,
  listPricedOtherwise,
  lockClinic,
  updateClinic,
} from './store.ts';

type FactsRefusal =
  | {
      readonly kind: 'moves-bookings';
      readonly code: 'TIME_ZONE_IN_USE' | 'TIME_ZONE_SKIPS_BOOKINGS';
      /** The appointments ahead, in order. */
      readonly bookings: readonly FollowingBooking[];
    }
  | Refused<'PHONE_INVALID' | 'CURRENCY_IN_USE', { message: string }>
  | Refused<'IMAGE_UNKNOWN'>;

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
): Promise<PartSaved | FactsRefusal> {
  const { changes, phoneCountry, mayMoveBookings, by, now } = save;
  const audit = (on: Database, outcome: 'done' | 'refused', detail: string) =>
    recordAudit(on, { by, what: 'change-clinic', outcome, detail, now });
  const attempt = inTransaction(db, async (tx): Promise<PartSaved | FactsRefusal> => {
    // Prevents bookings while the time zone changes. Locks are always taken in this order: timetable, then clinic.
    if (changes.timeZone !== undefined) await lockTimetable(tx);
    const before = await lockClinic(tx);
    const after = wantedFacts(before, changes);
    // FACTS has exactly the keys of FactsRow.
    const changed = (Object.keys(FACTS) as (keyof typeof FACTS)[]).filter(
      (fact) => !isDeepStrictEqual(after[fact], before[fact]),
    );
    const settled = await outcomeWithoutChange(tx, {
      ...save,
      what: 'change-clinic',
      before,
      isChanged: changed.length > 0,
    });
    if (settled) return settled;
    const moving =
      after.timeZone === before.timeZone ? [] : await listFollowingBookings(tx, { timeZone: after.timeZone, now });
    const refusal = await refusalOf(tx, { before, after, moving, phoneCountry, mayMoveBookings, now });
    if (refusal) {
      const { detail, ...refused } = refusal;
      await audit(tx, 'refused', detail);
      return refused;
    }
    if (after.timeZone !== before.timeZone) {
      await followTimeZone(tx, after.timeZone);
      await insertFormerTimeZone(tx, { until: now, timeZone: before.timeZone });
      await publish(tx, { to: 'everyone', event: { type: 'timetable', timeZone: after.timeZone } });
    }
    const clinic = await updateClinic(tx, Object.fromEntries(changed.map((fact) => [fact, after[fact]])));
    const kept =
      moving.length === 0 ? '' : ` ${counted(moving.length, 'appointment keeps its', 'appointments keep their')} time.`;
    await audit(tx, 'done', `Changed: ${changed.map((fact) => FACTS[fact]).join(', ')}.${kept}`);
    return { kind: 'saved', clinic };
  });
  return attempt.catch(async (error: unknown) => {
    const { timeZone } = changes;
    if (timeZone === undefined || !BOOKINGS_OVERLAP.has(violatedConstraint(error) ?? '')) throw error;
    await audit(db, 'refused', 'Appointments would overlap.');
    return {
      kind: 'moves-bookings',
      code: 'TIME_ZONE_SKIPS_BOOKINGS',
      bookings: await listFollowingBookings(db, { timeZone, now }),
    };
  });
}

/** Why the clinic cannot have these facts, with the sentence for the audit log. Claims a new logo. */
async function refusalOf(
  tx: Database,
  to: {
    before: FactsRow;
    after: FactsRow;
    /** The upcoming appointments, if the time zone changes. */
    moving: readonly FollowingBooking[];
    phoneCountry: string | undefined;
    mayMoveBookings: boolean;
    now: Date;
  },
): Promise<(FactsRefusal & { readonly detail: string }) | undefined> {
  const { before, after, moving: bookings, phoneCountry, mayMoveBookings, now } = to;
  if (after.phone !== before.phone && after.phone !== '') {
    const read = readPhone(after.phone, after.country || phoneCountry);
    if (read.kind === 'refused')
      return { kind: 'refused', code: 'PHONE_INVALID', message: read.message, detail: read.message };
  }
  if (after.logoImage !== null && after.logoImage !== before.logoImage) {
    const isOurs = await claimImage(tx, { url: after.logoImage, now });
    if (!isOurs) return { kind: 'refused', code: 'IMAGE_UNKNOWN', detail: 'The logo was not uploaded here.' };
  }
  const priced = after.currency === before.currency ? [] : await listPricedOtherwise(tx, after.currency);
  if (priced.length > 0) {
    const message = pricedOtherwiseText(priced);
    return { kind: 'refused', code: 'CURRENCY_IN_USE', message, detail: message };
  }
  if (bookings.some(({ startsAt }) => startsAt === null)) {
    return {
      kind: 'moves-bookings',
      code: 'TIME_ZONE_SKIPS_BOOKINGS',
      bookings,
      detail: 'The clock skips the time of an appointment.',
    };
  }
  if (bookings.length > 0 && !mayMoveBookings) {
    return { kind: 'moves-bookings', code: 'TIME_ZONE_IN_USE', bookings, detail: 'There are upcoming appointments.' };
  }
  return undefined;
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

const MOST_NAMED = 3;

function pricedOtherwiseText(priced: readonly { readonly name: string }[]): string {
  const names = priced.slice(0, MOST_NAMED).map(({ name }) => name);
  const rest = priced.length - names.length;
  const who = [names.join(', '), ...(rest > 0 ? [counted(rest, 'other')] : [])].join(' and ');
  return `These treatments have prices in another currency: ${who}. Please change those prices first, on the page Treatments.`;
}
