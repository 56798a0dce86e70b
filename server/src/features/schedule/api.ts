import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import type { AnswerCache } from './answer-cache.ts';
import { dayInView, slotsInView } from './clinic.ts';
import { presentOption } from './present-option.ts';
import { prepareOptionsOfDay } from './store.ts';
import { findTimetable } from './timetable-store.ts';
import { listTreatments } from './treatment-store.ts';
import { updateOptions } from './update-options.ts';

/** The calls of `contract/schedule.ts`. */
export function scheduleApi({ db, answers }: { db: Database; answers: Pick<AnswerCache, 'daysOfHolder'> }) {
  const calls = implement(contract.schedule).$context<CallContext>();
  const optionsOfDay = prepareOptionsOfDay(db);

  return {
    specialties: calls.specialties.handler(async ({ context }) => {
      const treatments = await listTreatments(context.db, { which: 'active' });
      return treatments.map(({ id, name }) => ({ _id: id, name }));
    }),

    // For whoever holds a slot of the day: everybody else gets a cached answer (`http/cached-calls.ts`).
    options: calls.options.handler(async ({ context, input: { date } }) => {
      const { now, caller } = context;
      const [options, timetable] = await Promise.all([
        optionsOfDay({ date, now, holderId: caller?.personId }),
        findTimetable(context.db, { first: date, last: date }),
      ]);
      const view = dayInView({ date, clinic: timetable.rules, now });
      return options.map((option) => presentOption(option, slotsInView(option, { view, timetable })));
    }),

    // For whoever holds a slot.
    days: calls.days.handler(async ({ context }) => [...(await answers.daysOfHolder(context.caller?.personId))]),

    updateOptions: calls.updateOptions.handler(async ({ context, input, errors }) => {
      const { specialty, doctorName, doctorId, doctorPhoto } = input;
      const { db: on, now } = context;
      const by = actorOf(context);
      const outcome = await updateOptions(on, { specialty, doctorName, doctorId, doctorPhoto, by, now });
      if (outcome.kind === 'refused') throw errors[outcome.code]({ message: outcome.message });
      return { acknowledged: true, matchedCount: 1, modifiedCount: outcome.modified };
    }),
  };
}
