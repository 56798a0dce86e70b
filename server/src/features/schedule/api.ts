import { contract } from '@openhours/contract';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { implement } from '@orpc/server';
import type { Database } from '../../database/database.ts';
import type { CallContext } from '../../http/call-context.ts';
import { priceOf } from '../../money.ts';
import { actorOf } from '../audit/index.ts';
import { appointmentDays } from './calendar.ts';
import { bookableSlots, type ClinicHours, dayInView } from './clinic.ts';
import { bookableDays, weekdayOf } from './slots.ts';
import { listSpecialties, listWeeksAndTaken, type OptionOfDay, prepareOptionsOfDay } from './store.ts';
import { updateOptions } from './update-options.ts';

/** The calls of `contract/schedule.ts`. */
export function scheduleApi({ db, clinic, currency }: { db: Database; clinic: ClinicHours; currency: string }) {
  const calls = implement(contract.schedule).$context<CallContext>();
  const optionsOfDay = prepareOptionsOfDay(db);

  return {
    specialties: calls.specialties.handler(async ({ context }) => {
      const specialties = await listSpecialties(context.db);
      return specialties.map(({ id, name }) => ({ _id: id, name }));
    }),

    options: calls.options.handler(async ({ context, input: { date } }) => {
      const { now } = context;
      const view = dayInView({ date, clinic, now });
      const options = await optionsOfDay({ date, weekday: weekdayOf(date) });
      return options.map((option) =>
        appointmentOption(option, { slots: bookableSlots(option, { view, now }).map(slotLabel), currency }),
      );
    }),

    days: calls.days.handler(async ({ context }) => {
      const { now } = context;
      const days = bookableDays({ now, ...clinic });
      const found = await listWeeksAndTaken(context.db, days);
      return [...appointmentDays({ ...found, ...days, timeZone: clinic.timeZone, now: now.getTime() })];
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

function appointmentOption(
  option: OptionOfDay,
  { slots, currency }: { slots: string[]; currency: string },
): AppointmentOption {
  const { optionId, treatment, priceMinor, minutes, doctorName, doctorPhoto } = option;
  return {
    _id: optionId,
    name: treatment,
    price: priceOf({ minor: priceMinor, currency }),
    minutes,
    slots,
    ...(doctorName === null ? {} : { doctorName }),
    ...(doctorPhoto === null ? {} : { doctorPhoto }),
  };
}
