import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { saveLegalTexts } from './save-legal-texts.ts';
import { findClinic, findLegalTexts } from './store.ts';

/** The calls of `contract/legal-texts.ts`. */
export function legalTextsApi() {
  const calls = implement(contract.legalTexts).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context: { db } }) => {
      const { version } = await findClinic(db);
      return { ...(await findLegalTexts(db)), version };
    }),

    save: calls.save.handler(async ({ context, input: { version, ...texts }, errors }) => {
      const { db, now } = context;
      const outcome = await saveLegalTexts(db, { texts, version, by: actorOf(context), now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...(await findLegalTexts(db)), version: outcome.clinic.version };
    }),
  };
}
