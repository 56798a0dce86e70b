import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, presenterFor } from '../booking/index.ts';
import { findPerson } from '../identity/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import { presentHours, presentSaved, presentStranded } from './presenter.ts';
import { previewHours } from './preview-hours.ts';
import { findTimetableFromToday, saveHours } from './save-hours.ts';
import { findVersion } from './store.ts';

/** The calls of `contract/hours.ts`. */
export function hoursApi({ clinic, cancelBookings }: { clinic: ClinicClock; cancelBookings: CancelBookings }) {
  const calls = implement(contract.hours).$context<CallContext>();

  const hoursOf = async ({ db, now }: CallContext, doctor: { id: string; name: string }) => {
    // Read the version first. If somebody saves between the two reads, the version is the older one, so that saving these
    // hours is refused and does not overwrite theirs.
    const version = await findVersion(db, doctor.id);
    const timetable = await findTimetableFromToday(db, { now, calendarIds: [doctor.id] });
    return presentHours(timetable, { doctor, version });
  };

  return {
    get: calls.get.handler(async ({ context, input: { id }, errors }) => {
      const doctor = await findOwnDoctor(context, id);
      if (!doctor) throw errors.NOT_FOUND();
      return hoursOf(context, doctor);
    }),

    save: calls.save.handler(async ({ context, input, errors }) => {
      const { id, version, bookings: decisions, ...hours } = input;
      const doctor = await findOwnDoctor(context, id);
      if (!doctor) throw errors.NOT_FOUND();
      const { db, now } = context;
      const by = actorOf(context);
      const outcome = await saveHours(db, { doctor, hours, version, decisions, by, now, cancelBookings });
      if (outcome.kind === 'strands')
        throw errors.STRANDS_BOOKINGS(presentStranded(outcome.bookings.map(presenterFor(context, clinic))));
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { ...(await hoursOf(context, doctor)), ...presentSaved(outcome) };
    }),

    preview: calls.preview.handler(async ({ context, input: { id, ...hours }, errors }) => {
      const doctor = await findOwnDoctor(context, id);
      if (!doctor) throw errors.NOT_FOUND();
      const { db, now } = context;
      const preview = await previewHours(db, { doctorId: doctor.id, hours, now });
      if (!preview) throw errors.TREATMENT_UNKNOWN();
      return { ...preview, bookings: preview.bookings.map(presenterFor(context, clinic)) };
    }),
  };
}

/** The doctor of an id, if the caller may see and change their hours: doctors their own, admins any. */
async function findOwnDoctor(
  context: CallContext,
  id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const { personId, isAdmin } = callerOf(context);
  if (!isAdmin && id.toLowerCase() !== personId) return undefined;
  const person = await findPerson(context.db, id);
  return person?.isDoctor ? { id: person.id, name: person.name } : undefined;
}
