import { contract } from '@openhours/contract';
import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import { listClinicHours } from '../schedule/index.ts';
import type { CurrentClinic } from './current-clinic.ts';
import { presentFacts } from './presenter.ts';
import { saveFacts } from './save-facts.ts';
import { type ClinicRow, findClinic, isOpen } from './store.ts';

/** The calls of `contract/clinic-facts.ts`. */
export function clinicFactsApi({ clinic }: { clinic: Pick<CurrentClinic, 'phoneCountry' | 'refresh'> }) {
  const calls = implement(contract.clinicFacts).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context: { db } }) => present(db, await findClinic(db))),

    save: calls.save.handler(async ({ context, input: { version, ...changes }, errors }) => {
      const { db, now } = context;
      const { phoneCountry } = clinic;
      const outcome = await saveFacts(db, { changes, version, phoneCountry, by: actorOf(context), now });
      switch (outcome.kind) {
        case 'saved':
          // Refreshes this node. A database trigger notifies the other nodes.
          context.afterwards(() => void clinic.refresh());
          return { acknowledged: true, ...(await present(db, outcome.clinic)) };
        case 'changed-meanwhile':
          throw errors.CHANGED_MEANWHILE({ data: { version: outcome.version } });
        case 'currency-in-use':
          throw errors.CURRENCY_IN_USE();
        case 'time-zone-in-use':
          throw errors.TIME_ZONE_IN_USE({ data: { bookings: outcome.bookings } });
        case 'phone-invalid':
          throw errors.PHONE_INVALID({ message: outcome.message });
        case 'image-unknown':
          throw errors.IMAGE_UNKNOWN();
      }
    }),
  };
}

async function present(db: Database, row: ClinicRow): Promise<ClinicFacts> {
  return presentFacts(row, { hours: await listClinicHours(db), open: await isOpen(db) });
}
