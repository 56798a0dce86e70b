import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, presenterFor, readerOf } from '../booking/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import { blockTime, unblockTime } from './block-time.ts';
import { findAgenda } from './find-agenda.ts';
import { presentBlock, presentCalendar, presentDay } from './presenter.ts';
import { hitsMessage, seenCalendar } from './rules.ts';
import { setDelay } from './set-delay.ts';

/** The calls of `contract/agenda.ts`. */
export function agendaApi({ clinic, cancelBookings }: { clinic: ClinicClock; cancelBookings: CancelBookings }) {
  const calls = implement(contract.agenda).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context, input: { from, to, doctor, treatment }, errors }) => {
      const caller = callerOf(context);
      const seen = seenCalendar(caller, doctor);
      if (seen === 'not-found') throw errors.NOT_FOUND();
      const wanted = { from, to, ...seen, treatmentId: treatment };
      const { calendars, days } = await findAgenda(context.db, { ...wanted, now: context.now });
      // A doctor without a treatment yet has no calendar; their agenda is empty.
      const isOwn = doctor === caller.personId;
      const isUnknown = doctor !== undefined && treatment === undefined && calendars.length === 0 && !isOwn;
      if (isUnknown) throw errors.NOT_FOUND();
      const reader = readerOf(context, clinic);
      return { calendars: calendars.map(presentCalendar), days: days.map((day) => presentDay(day, reader)) };
    }),

    block: calls.block.handler(async ({ context, input, errors }) => {
      if (seenCalendar(callerOf(context), input.calendarId) === 'not-found') throw errors.NOT_FOUND();
      const reader = readerOf(context, clinic);
      const outcome = await blockTime(context.db, { wanted: input, reader, by: actorOf(context), cancelBookings });
      switch (outcome.kind) {
        case 'blocked':
          return {
            acknowledged: true,
            ...presentBlock(outcome.block, reader.timeZone),
            cancelledBookings: outcome.cancelled,
          };
        case 'hits': {
          const bookings = outcome.bookings.map(presenterFor(context, clinic));
          throw errors.HITS_BOOKINGS({ message: hitsMessage(bookings.length), data: { bookings } });
        }
        case 'refused':
          throw errors[outcome.code]();
      }
    }),

    unblock: calls.unblock.handler(async ({ context, input: { id }, errors }) => {
      const seen = seenCalendar(callerOf(context), undefined);
      if (seen === 'not-found') throw errors.NOT_FOUND();
      const outcome = await unblockTime(context.db, {
        blockId: id,
        ...seen,
        timeZone: clinic.timeZone,
        by: actorOf(context),
        now: context.now,
      });
      if (outcome === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true };
    }),

    setDelay: calls.setDelay.handler(async ({ context, input, errors }) => {
      const caller = callerOf(context);
      if (seenCalendar(caller, input.calendarId) === 'not-found') throw errors.NOT_FOUND();
      const { now, db } = context;
      const outcome = await setDelay(db, { ...input, by: caller.personId, now, timeZone: clinic.timeZone });
      if (outcome === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true, ...outcome };
    }),
  };
}
