import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import type { AnswerCache } from './answer-cache.ts';
import { listTreatments } from './treatment-store.ts';
import { closeOption, updateOptions } from './update-options.ts';

/** The calls of `contract/schedule.ts`. */
export function scheduleApi({ answers }: { answers: Pick<AnswerCache, 'optionsOfHolder' | 'daysOfHolder'> }) {
  const calls = implement(contract.schedule).$context<CallContext>();
  return {
    specialties: calls.specialties.handler(async ({ context }) => {
      const treatments = await listTreatments(context.db, { which: 'active' });
      return treatments.map(({ id, name }) => ({ _id: id, name }));
    }),

    // Without a treatment, both are for whoever holds a slot: everybody else gets a cached answer (`http/cached-calls.ts`).
    options: calls.options.handler(async ({ context: { caller }, input: { date } }) => [
      ...(await answers.optionsOfHolder({ date, holderId: caller?.personId })),
    ]),

    days: calls.days.handler(async ({ context, input }) => [
      ...(await answers.daysOfHolder({ ...input, holderId: context.caller?.personId })),
    ]),

    updateOptions: calls.updateOptions.handler(async ({ context, input, errors }) => {
      const { specialty, doctorName, doctorId, doctorPhoto } = input;
      const { db: on, now } = context;
      const by = actorOf(context);
      const outcome = await updateOptions(on, { specialty, doctorName, doctorId, doctorPhoto, by, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, matchedCount: 1, modifiedCount: outcome.modified };
    }),

    closeOption: calls.closeOption.handler(async ({ context, input, errors }) => {
      const outcome = await closeOption(context.db, { ...input, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, modifiedCount: outcome.kind === 'closed' ? 1 : 0 };
    }),
  };
}
