import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type BookingReader, findBookingForStaff, publishToStaff } from '../booking/index.ts';
import { insertNote, listNotes, type NoteRow, strikeNote } from './note-store.ts';

type About = { readonly bookingId: string; readonly reader: BookingReader };

/** The notes of an appointment; `undefined`: not for this reader. */
export async function findNotes(db: Database, about: About): Promise<readonly NoteRow[] | undefined> {
  return (await findNoted(db, about)) ? listNotes(db, about.bookingId) : undefined;
}

export function addNote(
  db: Database,
  { text, ...about }: About & { readonly text: string },
): Promise<NoteRow | undefined> {
  const { bookingId, reader } = about;
  return inTransaction(db, async (tx) => {
    const booking = await findNoted(tx, about);
    if (!booking) return undefined;
    const id = uuidv7();
    await insertNote(tx, { id, bookingId, text, writtenAt: reader.now, writtenBy: reader.personId });
    await publishToStaff(tx, booking);
    return (await listNotes(tx, bookingId)).find((note) => note.id === id);
  });
}

/** Strikes out a note; a second time changes nothing. */
export function strikeOut(
  db: Database,
  { noteId, ...about }: About & { readonly noteId: string },
): Promise<NoteRow | undefined> {
  const { bookingId, reader } = about;
  return inTransaction(db, async (tx) => {
    const booking = await findNoted(tx, about);
    if (!booking) return undefined;
    await strikeNote(tx, { bookingId, noteId, struckAt: reader.now, struckBy: reader.personId });
    await publishToStaff(tx, booking);
    return (await listNotes(tx, bookingId)).find((note) => note.id === noteId);
  });
}

/** The appointment, unless the reader may not read notes about it. Staff do not read those about themselves. */
async function findNoted(db: Database, { bookingId, reader }: About) {
  const { booking } = (await findBookingForStaff(db, bookingId, reader)) ?? {};
  const isAboutThem = booking?.patientId === reader.personId || booking?.treatedId === reader.personId;
  return isAboutThem ? undefined : booking;
}
