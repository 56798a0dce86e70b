import type { MessageKind } from '@openhours/contract/messages.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { messageParagraphs } from '../../database/schema/messages.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { Written } from './message-kind.ts';

/** What the clinic has added to the emails of a kind; empty if nothing. */
export async function findParagraph(db: Database, kind: MessageKind): Promise<string> {
  const [row] = await db.select().from(messageParagraphs).where(eq(messageParagraphs.kind, kind));
  return row?.paragraph ?? '';
}

export async function listParagraphs(db: Database): Promise<ReadonlyMap<MessageKind, string>> {
  const rows = await db.select().from(messageParagraphs);
  return new Map(rows.map(({ kind, paragraph }) => [kind, paragraph]));
}

/** Changes what the clinic adds to the emails of a kind, on record. An empty text removes it. */
export function saveParagraph(
  db: Database,
  { kind, paragraph, by, now }: { kind: MessageKind; paragraph: string; by: Actor; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const what = 'change-messages';
    if (paragraph === (await findParagraph(tx, kind))) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', now });
      return;
    }
    if (paragraph === '') await tx.delete(messageParagraphs).where(eq(messageParagraphs.kind, kind));
    else {
      await tx
        .insert(messageParagraphs)
        .values({ kind, paragraph })
        .onConflictDoUpdate({ target: messageParagraphs.kind, set: { paragraph } });
    }
    const detail = `${paragraph === '' ? 'Removed' : 'Changed'} the paragraph in emails of the kind ${kind}.`;
    await recordAudit(tx, { by, what, outcome: 'done', detail, now });
  });
}

/** An email with the clinic's paragraph, before its name. Each line is a paragraph of its own. */
export function withParagraph(written: Written, paragraph: string): Written {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
  return { ...written, blocks: [...written.blocks, ...lines.map((text) => ({ text }))] };
}
