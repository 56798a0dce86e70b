import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { readerOf } from '../booking/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import { findAgenda } from './find-agenda.ts';
import { presentCalendar, presentDay } from './presenter.ts';
import { seenCalendar } from './rules.ts';

/** The calls of `contract/agenda.ts`. */
export function agendaApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.agenda).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context, input: { from, to, doctor }, errors }) => {
      const seen = seenCalendar(callerOf(context), doctor);
      if (seen === 'not found') throw errors.NOT_FOUND();
      const { calendars, days } = await findAgenda(context.db, { from, to, ...seen, now: context.now });
      if (doctor !== undefined && calendars.length === 0) throw errors.NOT_FOUND();
      const reader = readerOf(context, clinic);
      return { calendars: calendars.map(presentCalendar), days: days.map((day) => presentDay(day, reader)) };
    }),
  };
}
