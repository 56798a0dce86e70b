import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import type { BookingSettings } from '../booking/index.ts';
import { presentEntry } from '../waiting-list/index.ts';
import { waitForPatient } from './wait-for-patient.ts';

/** The call of `contract/waiting-list.ts` that finds or adds a patient. */
export function waitForPatientApi({ settings }: { settings: BookingSettings }) {
  const { joinForPatient } = implement(contract.waitingList).$context<CallContext>();
  return {
    joinForPatient: joinForPatient.handler(async ({ context, input: request, errors }) => {
      const { db, now } = context;
      const by = actorOf(context);
      const outcome = await waitForPatient(db, { request, by, viewer: callerOf(context), now, settings });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, entry: presentEntry(outcome.entry, undefined, now) };
    }),
  };
}
