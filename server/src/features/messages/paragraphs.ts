import type { MessageKind } from '@openhours/contract/messages.ts';
import { eq, sql } from 'drizzle-orm';
import type { Refused } from '../../call/refused.ts';
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

type SaveParagraphOutcome =
  | { readonly kind: 'saved' }
  /** With what somebody else has saved. */
  | Refused<'CHANGED_MEANWHILE', { data: { paragraph: string } }>;

/**
 * Changes what the clinic adds to the emails of a kind, on record, if it still is what was edited. An empty text removes
 * it.
 */
export function saveParagraph(
  db: Database,
  save: { kind: MessageKind; paragraph: string; edited?: string | undefined; by: Actor; now: Date },
): Promise<SaveParagraphOutcome> {
  const { kind, paragraph, edited, by, now } = save;
  return inTransaction(db, async (tx): Promise<SaveParagraphOutcome> => {
    const what = 'change-messages';
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('paragraph'), hashtext(${kind}))`);
    const stored = await findParagraph(tx, kind);
    if (paragraph === stored) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', now });
      return { kind: 'saved' };
    }
    if (edited !== undefined && edited !== stored)
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { paragraph: stored } };
    if (paragraph === '') await tx.delete(messageParagraphs).where(eq(messageParagraphs.kind, kind));
    else {
      await tx
        .insert(messageParagraphs)
        .values({ kind, paragraph })
        .onConflictDoUpdate({ target: messageParagraphs.kind, set: { paragraph } });
    }
    const detail = `${paragraph === '' ? 'Removed' : 'Changed'} the paragraph in emails of the kind ${kind}.`;
    await recordAudit(tx, { by, what, outcome: 'done', detail, now });
    return { kind: 'saved' };
  });
}

/** An email with the clinic's paragraph, before its name. Each line is a paragraph of its own. */
export function withParagraph(written: Written, paragraph: string): Written {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
  return { ...written, blocks: [...written.blocks, ...lines.map((text) => ({ text }))] };
}
