import { contract } from '@openhours/contract';
import type { Closure } from '@openhours/contract/closures.ts';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { type ErrorsFor, type Refused, refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, presenterFor } from '../booking/index.ts';
import { findPerson } from '../identity/index.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';
import { closeDays, type DaysToClose, previewClosing, reopenDays } from './close-days.ts';
import { presentSaved, presentStranded, presentTime } from './presenter.ts';
import { publicHolidays } from './public-holidays.ts';
import { type ClosureRow, findClosure, listClosures } from './store.ts';

/** The calls of `contract/closures.ts`. Holidays are those of `phoneCountry`, ISO 3166, unless the caller names another. */
export function closuresApi({
  clinic,
  cancelBookings,
}: {
  clinic: ClinicClock & { readonly phoneCountry: string | undefined };
  cancelBookings: CancelBookings;
}) {
  const calls = implement(contract.closures).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context: { db, now, caller }, input }) => {
      const from = input.from ?? dateAt(now, clinic.timeZone);
      const of =
        caller?.isAdmin || caller?.isFrontDesk ? 'all' : caller?.isDoctor ? { doctorId: caller.personId } : 'clinic';
      return (await listClosures(db, { from, of })).map(presentClosure);
    }),

    create: calls.create.handler(async ({ context, input, errors }) => {
      const { reason, bookings: decisions, ...wanted } = input;
      const days = await requireClosable(context, wanted, errors);
      const { db, now } = context;
      const by = actorOf(context);
      const outcome = await closeDays(db, { days, reason, decisions, by, now, cancelBookings });
      if (outcome.kind === 'strands')
        throw errors.STRANDS_BOOKINGS(presentStranded(outcome.bookings.map(presenterFor(context, clinic))));
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { ...presentClosure(outcome.closure), ...presentSaved(outcome) };
    }),

    preview: calls.preview.handler(async ({ context, input, errors }) => {
      const days = await requireClosable(context, input, errors);
      const { db, now } = context;
      return {
        bookings: (await previewClosing(db, { days, now })).map(presenterFor(context, clinic)),
      };
    }),

    reopen: calls.reopen.handler(async ({ context, input: { id, from: day, fromMinute: minute }, errors }) => {
      await requireReopenable(context, id, errors);
      const outcome = await reopenDays(context.db, {
        id,
        from: { day, minute },
        by: actorOf(context),
        now: context.now,
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),

    holidays: calls.holidays.handler(async ({ context: { now }, input, errors }) => {
      const thisYear = Number(dateAt(now, clinic.timeZone).slice(0, 4));
      const { country = clinic.phoneCountry, state, year = thisYear } = input;
      const found = await publicHolidays({ country, state, year });
      if (!found) throw errors.NOT_FOUND();
      const { countries, states, holidays } = found;
      return {
        country: country ?? null,
        state: state ?? null,
        countries: [...countries],
        states: [...states],
        holidays: [...holidays],
      };
    }),
  };
}

type NotTheirs = ErrorsFor<Refused<'FORBIDDEN' | 'NOT_FOUND'>>;

/**
 * Refuses a caller who may not close these days. Admins may close the clinic and any doctor's days, the front desk any doctor's,
 * doctors their own.
 */
async function requireClosable(
  context: CallContext,
  { doctorId, from, to, fromMinute, toMinute }: Omit<Closure, '_id' | 'doctorName' | 'reason'>,
  errors: NotTheirs,
): Promise<DaysToClose> {
  const { personId, isAdmin, isFrontDesk } = callerOf(context);
  const days = { firstDay: from, fromMinute, lastDay: to, toMinute };
  if (doctorId === undefined) {
    if (!isAdmin) throw errors.FORBIDDEN({});
    return { ...days, doctor: undefined };
  }
  const isTheirs = isAdmin || isFrontDesk || doctorId.toLowerCase() === personId;
  const person = isTheirs ? await findPerson(context.db, doctorId) : undefined;
  if (!person?.isDoctor) throw errors.NOT_FOUND({});
  return { ...days, doctor: { id: person.id, name: person.name } };
}

/** Refuses a caller who may not open closing days again. Whoever may close days may do that. */
async function requireReopenable(context: CallContext, closureId: string, errors: NotTheirs): Promise<void> {
  const { personId, isAdmin, isFrontDesk } = callerOf(context);
  const closure = await findClosure(context.db, closureId);
  if (!closure) throw errors.NOT_FOUND({});
  if (closure.calendarId === null && !isAdmin) throw errors.FORBIDDEN({});
  if (!isAdmin && !isFrontDesk && closure.calendarId !== personId) throw errors.NOT_FOUND({});
}

function presentClosure({ id, calendarId, doctorName, reason, ...time }: ClosureRow): Closure {
  return {
    _id: id,
    ...presentTime(time),
    ...(calendarId === null ? {} : { doctorId: calendarId }),
    ...(doctorName === null ? {} : { doctorName }),
    reason,
  };
}
