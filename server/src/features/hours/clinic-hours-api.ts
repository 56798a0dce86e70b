import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, presenterFor } from '../booking/index.ts';
import { findClinic } from '../clinic/index.ts';
import { type ClinicClock, listClinicHours } from '../schedule/index.ts';
import { presentOpening, presentSaved, presentStranded } from './presenter.ts';
import { previewClinicHours, saveClinicHours } from './save-clinic-hours.ts';

/** The calls of `contract/clinic-hours.ts`. */
export function clinicHoursApi({ clinic, cancelBookings }: { clinic: ClinicClock; cancelBookings: CancelBookings }) {
  const calls = implement(contract.clinicHours).$context<CallContext>();
  const hours = async ({ db }: CallContext) => (await listClinicHours(db)).map(presentOpening);
  return {
    get: calls.get.handler(async ({ context }) => {
      const { version } = await findClinic(context.db);
      return { version, weekly: await hours(context) };
    }),

    save: calls.save.handler(async ({ context, input: { weekly, version, bookings: decisions }, errors }) => {
      const { db, now } = context;
      const by = actorOf(context);
      const outcome = await saveClinicHours(db, { weekly, version, decisions, by, now, cancelBookings });
      switch (outcome.kind) {
        case 'saved':
          return {
            version: outcome.version,
            weekly: await hours(context),
            ...presentSaved(outcome),
          };
        case 'strands':
          throw errors.STRANDS_BOOKINGS(presentStranded(outcome.bookings.map(presenterFor(context, clinic))));
        case 'changed-meanwhile':
          throw errors.CHANGED_MEANWHILE({ data: { version: outcome.version } });
      }
    }),

    preview: calls.preview.handler(async ({ context, input: { weekly } }) => {
      const { db, now } = context;
      const bookings = await previewClinicHours(db, { weekly, now });
      return { bookings: bookings.map(presenterFor(context, clinic)) };
    }),
  };
}
