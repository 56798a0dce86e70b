import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { readerOf } from '../booking/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import { addNote, findNotes, strikeOut } from './notes.ts';
import { presentNote } from './presenter.ts';

/** The calls of `contract/booking-notes.ts`. */
export function bookingNotesApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.bookingNotes).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input: { id }, errors }) => {
      const reader = readerOf(context, clinic);
      const notes = await findNotes(context.db, { bookingId: id, reader });
      if (!notes) throw errors.NOT_FOUND();
      return notes.map(presentNote);
    }),

    add: calls.add.handler(async ({ context, input: { id, text }, errors }) => {
      const reader = readerOf(context, clinic);
      const note = await addNote(context.db, { bookingId: id, text, reader });
      if (!note) throw errors.NOT_FOUND();
      return { acknowledged: true, note: presentNote(note) };
    }),

    strike: calls.strike.handler(async ({ context, input: { id, noteId }, errors }) => {
      const reader = readerOf(context, clinic);
      const note = await strikeOut(context.db, { bookingId: id, noteId, reader });
      if (!note) throw errors.NOT_FOUND();
      return { acknowledged: true, note: presentNote(note) };
    }),
  };
}
