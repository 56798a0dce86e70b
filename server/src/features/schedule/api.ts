import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import { appointmentDays } from './calendar.ts';
import { type ClinicClock, dayInView, earliestStart, slotsInView } from './clinic.ts';
import { presentOption } from './present-option.ts';
import { bookableDays } from './slots.ts';
import { listOptionsAndTaken, prepareOptionsOfDay } from './store.ts';
import { findTimetable, findTimetableAhead } from './timetable-store.ts';
import { listTreatments } from './treatment-store.ts';
import { updateOptions } from './update-options.ts';

/** The calls of `contract/schedule.ts`. */
export function scheduleApi({ db, clinic }: { db: Database; clinic: ClinicClock }) {
  const calls = implement(contract.schedule).$context<CallContext>();
  const optionsOfDay = prepareOptionsOfDay(db);

  return {
    specialties: calls.specialties.handler(async ({ context }) => {
      const treatments = await listTreatments(context.db, { which: 'active' });
      return treatments.map(({ id, name }) => ({ _id: id, name }));
    }),

    options: calls.options.handler(async ({ context, input: { date } }) => {
      const { now, caller } = context;
      const [options, timetable] = await Promise.all([
        optionsOfDay({ date, now, holderId: caller?.personId }),
        findTimetable(context.db, { first: date, last: date }),
      ]);
      const view = dayInView({ date, clinic: timetable.rules, now });
      return options.map((option) => presentOption(option, slotsInView(option, { view, timetable })));
    }),

    days: calls.days.handler(async ({ context }) => {
      const { now, caller } = context;
      const timetable = await findTimetableAhead(context.db, { timeZone: clinic.timeZone, now });
      const { timeZone } = timetable.rules;
      const days = bookableDays({ now, ...timetable.rules });
      const found = await listOptionsAndTaken(context.db, { ...days, now, holderId: caller?.personId });
      const earliest = earliestStart(now, timetable.rules);
      return [...appointmentDays({ ...found, ...days, timetable, timeZone, earliest })];
    }),

    updateOptions: calls.updateOptions.handler(async ({ context, input, errors }) => {
      const { specialty, doctorName, doctorPhoto } = input;
      const { db: on, now } = context;
      const outcome = await updateOptions(on, { specialty, doctorName, doctorPhoto, by: actorOf(context), now });
      if (outcome.kind === 'refused') throw errors[outcome.code]({ message: outcome.message });
      return { acknowledged: true, matchedCount: 1, modifiedCount: outcome.modified };
    }),
  };
}
