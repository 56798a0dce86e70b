import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { listPublicOptions } from './availability-store.ts';
import { findAvailability } from './find-availability.ts';
import { presentAvailability } from './list-availability.ts';
import { findPublicDoctor } from './public-doctors.ts';
import type { ClinicClock } from './rules.ts';
import { addDays, bookableDays, dateAt } from './slots.ts';
import { findTimetableAhead } from './timetable-store.ts';

/** The calls of `contract/availability.ts`, which need no account. */
export function availabilityApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.availability).$context<CallContext>();
  return {
    find: calls.find.handler(async ({ context, input }) => {
      const { db, now, caller } = context;
      const { timeZone } = clinic;
      const { days, specialty, doctor, option, search, limit, cursor } = input;
      const from = input.from ?? dateAt(now, timeZone);
      const which = {
        specialtyId: specialty,
        doctorSlug: doctor,
        optionId: option,
        search,
      };
      const [found, timetable] = await Promise.all([
        listPublicOptions(db, { which, limit: limit + 1, after: cursor }),
        findTimetableAhead(db, { now, days: [from, addDays(from, days)] }),
      ]);
      const options = found.slice(0, limit);
      const answers = await findAvailability(db, {
        options,
        timetable,
        from,
        days,
        now,
        holderId: caller?.personId,
      });
      return {
        from,
        timeZone,
        lastBookableDate: bookableDays({ now, ...timetable.rules }).last,
        options: answers.map(presentAvailability),
        nextCursor: found.length > limit ? (options.at(-1)?.optionId ?? null) : null,
      };
    }),

    doctor: calls.doctor.handler(async ({ context: { db }, input: { slug }, errors }) => {
      const doctor = await findPublicDoctor(db, slug);
      if (!doctor) throw errors.NOT_FOUND();
      return { ...doctor, specialties: doctor.specialties.map((name) => ({ name })) };
    }),
  };
}
