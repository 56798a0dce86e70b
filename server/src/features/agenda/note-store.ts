import { and, asc, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookingNotes } from '../../database/schema/agenda.ts';
import { people } from '../../database/schema/identity.ts';

const writer = alias(people, 'writer');
const striker = alias(people, 'striker');

/** The notes of an appointment, oldest first. */
export function listNotes(db: Database, bookingId: string) {
  const { id, text, writtenAt, struckAt } = bookingNotes;
  return db
    .select({ id, text, writtenAt, by: writer.name, struckAt, struckBy: striker.name })
    .from(bookingNotes)
    .innerJoin(writer, eq(writer.id, bookingNotes.writtenBy))
    .leftJoin(striker, eq(striker.id, bookingNotes.struckBy))
    .where(eq(bookingNotes.bookingId, bookingId))
    .orderBy(asc(id));
}
export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

export async function insertNote(tx: Database, note: typeof bookingNotes.$inferInsert): Promise<void> {
  await tx.insert(bookingNotes).values(note);
}

/** Strikes out a note that is not struck out yet. */
export async function strikeNote(
  tx: Database,
  of: { bookingId: string; noteId: string; struckAt: Date; struckBy: string },
): Promise<void> {
  const { bookingId, noteId, struckAt, struckBy } = of;
  await tx
    .update(bookingNotes)
    .set({ struckAt, struckBy })
    .where(and(eq(bookingNotes.id, noteId), eq(bookingNotes.bookingId, bookingId), isNull(bookingNotes.struckAt)));
}
