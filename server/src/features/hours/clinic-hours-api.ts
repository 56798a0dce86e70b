import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, presenterFor } from '../booking/index.ts';
import { findClinic } from '../clinic/index.ts';
import { type ClinicClock, dateAt, listClinicHours, listSpecialHours } from '../schedule/index.ts';
import { presentOpening, presentSaved, presentSpecial, presentStranded } from './presenter.ts';
import { previewClinicHours, saveClinicHours } from './save-clinic-hours.ts';
import { findDoctorsOn } from './working-doctors.ts';

/** The calls of `contract/clinic-hours.ts`. */
export function clinicHoursApi({ clinic, cancelBookings }: { clinic: ClinicClock; cancelBookings: CancelBookings }) {
  const calls = implement(contract.clinicHours).$context<CallContext>();
  const hours = async ({ db, now }: CallContext) => {
    const { version, timeZone } = await findClinic(db);
    const special = await listSpecialHours(db, { from: dateAt(now, timeZone) });
    return { version, weekly: (await listClinicHours(db)).map(presentOpening), special: special.map(presentSpecial) };
  };
  return {
    get: calls.get.handler(({ context }) => hours(context)),

    doctorsOn: calls.doctorsOn.handler(({ context: { db }, input: { date } }) => findDoctorsOn(db, date)),

    save: calls.save.handler(async ({ context, input: { version, bookings: decisions, ...fields }, errors }) => {
      const { db, now } = context;
      const by = actorOf(context);
      const outcome = await saveClinicHours(db, { fields, version, decisions, by, now, cancelBookings });
      if (outcome.kind === 'strands')
        throw errors.STRANDS_BOOKINGS(presentStranded(outcome.bookings.map(presenterFor(context, clinic))));
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { ...(await hours(context)), version: outcome.version, ...presentSaved(outcome) };
    }),

    preview: calls.preview.handler(async ({ context, input: fields }) => {
      const { db, now } = context;
      const bookings = await previewClinicHours(db, { fields, now });
      return { bookings: bookings.map(presenterFor(context, clinic)) };
    }),
  };
}
