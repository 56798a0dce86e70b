import type { ClinicRules } from '@openhours/contract/clinic.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import { outcomeWithoutChange, type PartSaved } from './save-part.ts';
import { lockClinic, type RulesRow, updateClinic } from './store.ts';

/** The name of each rule in the audit log. */
const RULES = {
  leastNoticeMinutes: 'least notice in minutes',
  horizonDays: 'days that can be booked',
  maxUnpaidBookings: 'unpaid appointments',
  confirmedEmailOnly: 'booking only with a confirmed email address',
  payment: 'payment',
  payWithinMinutes: 'minutes in which to pay',
  freeCancellationHours: 'hours until which cancelling is free',
  offerMinutes: 'minutes in which to answer an offer',
} as const satisfies Record<keyof Omit<ClinicRules, 'version'>, string>;

const shown = (value: RulesRow[keyof typeof RULES]) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value);

/** Changes the rules of the clinic. Existing bookings keep their rules, and open offers their end. */
export function saveRules(
  db: Database,
  save: {
    rules: { readonly [Rule in keyof RulesRow]?: RulesRow[Rule] | undefined };
    version: number | undefined;
    by: Actor;
    now: Date;
  },
): Promise<PartSaved> {
  const { rules, by, now } = save;
  return inTransaction(db, async (tx): Promise<PartSaved> => {
    const before = await lockClinic(tx);
    const names = Object.keys(RULES) as (keyof typeof RULES)[];
    const changed = names.filter((rule) => rules[rule] !== undefined && rules[rule] !== before[rule]);
    const settled = await outcomeWithoutChange(tx, {
      ...save,
      what: 'change-rules',
      before,
      isChanged: changed.length > 0,
    });
    if (settled) return settled;
    const clinic = await updateClinic(tx, Object.fromEntries(changed.map((rule) => [rule, rules[rule]])));
    const detail = `${changed.map((rule) => `${RULES[rule]} from ${shown(before[rule])} to ${shown(clinic[rule])}`).join(', ')}.`;
    await recordAudit(tx, { by, what: 'change-rules', outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', clinic };
  });
}
