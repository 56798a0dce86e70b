import { moneyFromPrice, moneyText, priceOf } from '@openhours/contract/money.ts';
import type { TreatmentChanges, TreatmentFields } from '@openhours/contract/treatments.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import {
  insertTreatment,
  lockAllTreatments,
  lockTreatment,
  type TreatmentRow,
  type TreatmentValues,
  updateTreatment,
} from './treatment-store.ts';

type TreatmentOutcome =
  | { readonly kind: 'saved'; readonly treatment: TreatmentRow }
  | Refused<'TREATMENT_EXISTS' | 'PRICE_REFUSED', { message: string }>;

/** Adds a treatment as the last one, and records it in the audit log. `currency` is the default currency of its price. */
export function createTreatment(
  db: Database,
  { fields, currency, by, now }: { fields: TreatmentFields; currency: string; by: Actor; now: Date },
): Promise<TreatmentOutcome> {
  const what = 'create-treatment';
  return inTransaction(db, async (tx) => {
    const price = moneyFromPrice(fields.price, fields.currency ?? currency);
    if (!price) return refuse(tx, { code: 'PRICE_REFUSED', what, fields, by, now });
    const { name, minutes, bufferMinutes = 0, description = '', colour = null, active = true } = fields;
    const values = {
      name,
      minutes,
      bufferMinutes,
      description,
      colour: colour?.toLowerCase() ?? null,
      active,
      price,
    };
    // Else its place could be the last one of an order that is being changed.
    await lockAllTreatments(tx);
    const treatment = await insertTreatment(tx, { id: uuidv7(), values });
    if (!treatment) return refuse(tx, { code: 'TREATMENT_EXISTS', what, fields, by, now });
    await recordAudit(tx, { by, what, outcome: 'done', detail: `${name}.`, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', treatment };
  });
}

/**
 * Changes a treatment, archives it or restores it. Fields that are not given do not change. Bookings keep the name,
 * length, buffer and price that they were made with.
 */
export function changeTreatment(
  db: Database,
  change: { id: string; fields: TreatmentChanges; by: Actor; now: Date },
): Promise<TreatmentOutcome | Refused<'NOT_FOUND'>> {
  const { id, fields, by, now } = change;
  const what = 'change-treatment';
  return inTransaction(db, async (tx) => {
    const before = await lockTreatment(tx, id);
    if (!before) return { kind: 'refused', code: 'NOT_FOUND' };
    const money = { minor: before.priceMinor, currency: before.currency };
    const price = moneyFromPrice(fields.price ?? priceOf(money), fields.currency ?? before.currency);
    if (!price)
      return refuse(tx, { code: 'PRICE_REFUSED', what, fields: { name: fields.name ?? before.name }, by, now });
    const { name, minutes, bufferMinutes, description, colour, active } = fields;
    const values = {
      name: name ?? before.name,
      minutes: minutes ?? before.minutes,
      bufferMinutes: bufferMinutes ?? before.bufferMinutes,
      description: description ?? before.description,
      colour: colour === undefined ? before.colour : (colour?.toLowerCase() ?? null),
      active: active ?? before.active,
      price,
    };
    const differences = differencesBetween(valuesOf(before), values);
    if (differences.length === 0) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: `${before.name}.`, now });
      return { kind: 'saved', treatment: before };
    }
    const treatment = await updateTreatment(tx, { id, values });
    if (!treatment) return refuse(tx, { code: 'TREATMENT_EXISTS', what, fields: values, by, now });
    await recordAudit(tx, { by, what, outcome: 'done', detail: `${before.name}: ${differences.join(', ')}.`, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', treatment };
  });
}

function valuesOf({ priceMinor: minor, currency, ...row }: TreatmentRow): TreatmentValues {
  return { ...row, price: { minor, currency } };
}

/** What changed, for a line of the audit log. */
function differencesBetween(before: TreatmentValues, after: TreatmentValues): readonly string[] {
  const changed = (what: string, was: string | number, is: string | number) =>
    was === is ? [] : [`${what} from ${was} to ${is}`];
  return [
    ...changed('name', before.name, after.name),
    ...changed('price', moneyText(before.price), moneyText(after.price)),
    ...changed('minutes', before.minutes, after.minutes),
    ...changed('buffer', before.bufferMinutes, after.bufferMinutes),
    ...(before.description === after.description ? [] : ['description']),
    ...changed('colour', before.colour ?? 'none', after.colour ?? 'none'),
    ...(before.active === after.active ? [] : [after.active ? 'brought back' : 'archived']),
  ];
}

async function refuse(
  tx: Database,
  refusal: {
    code: 'TREATMENT_EXISTS' | 'PRICE_REFUSED';
    what: 'create-treatment' | 'change-treatment';
    fields: { readonly name: string };
    by: Actor;
    now: Date;
  },
): Promise<TreatmentOutcome> {
  const { code, what, fields, by, now } = refusal;
  const message =
    code === 'TREATMENT_EXISTS'
      ? `There is a treatment called ${fields.name} already. If it is archived, you can bring it back.`
      : 'That price has more decimals than its currency, or is too high.';
  await recordAudit(tx, { by, what, outcome: 'refused', detail: message, now });
  return { kind: 'refused', code, message };
}
