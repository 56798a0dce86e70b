import { contract } from '@openhours/contract';
import { ClinicRules } from '@openhours/contract/clinic.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { saveRules } from './save-rules.ts';
import { findClinic } from './store.ts';

/** The calls of `contract/clinic.ts`. */
export function clinicApi({ takesPayments }: { takesPayments: boolean }) {
  const calls = implement(contract.clinic).$context<CallContext>();
  return {
    rules: calls.rules.handler(async ({ context }) => ClinicRules.parse(await findClinic(context.db))),

    saveRules: calls.saveRules.handler(async ({ context, input: { version, ...rules }, errors }) => {
      if (rules.payment === 'at-booking' && !takesPayments) throw errors.NO_PAYMENTS();
      const outcome = await saveRules(context.db, { rules, version, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...ClinicRules.parse(outcome.clinic) };
    }),
  };
}
