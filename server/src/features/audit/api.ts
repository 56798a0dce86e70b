import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { addDays, type ClinicClock, clinicDay } from '../schedule/index.ts';
import { auditEntry } from './presenter.ts';
import { listAuditEntries } from './store.ts';

/** The calls of `contract/audit.ts`. */
export function auditApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.audit).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input }) => {
      const { from, to, cursor, who, what, on, outcome, limit } = input;
      const rows = await listAuditEntries(context.db, {
        who,
        what,
        on,
        outcome,
        from: from === undefined ? undefined : beginningOf(from, clinic.timeZone),
        before: to === undefined ? undefined : beginningOf(addDays(to, 1), clinic.timeZone),
        limit,
        after: cursor,
      });
      return rows.map(auditEntry);
    }),
  };
}

/** The instant at which a day at the clinic begins. */
function beginningOf(date: string, timeZone: string): Date {
  return new Date(clinicDay(date, timeZone).beginsAt);
}
