import { LEGAL_TEXTS, type LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { outcomeWithoutChange, type PartSaved } from './save-part.ts';
import { countClinicChange, findLegalTexts, lockClinic, writeLegalText } from './store.ts';

/** The name of each text in the audit log. */
const NAMES = { privacy: 'privacy policy', terms: 'terms of use', imprint: 'imprint' } as const satisfies Record<
  LegalText,
  string
>;

/** Changes the clinic's legal texts. Omitted texts stay as they are. */
export function saveLegalTexts(
  db: Database,
  save: {
    texts: { readonly [Kind in LegalText]?: string | undefined };
    version: number | undefined;
    by: Actor;
    now: Date;
  },
): Promise<PartSaved> {
  const { texts, by, now } = save;
  return inTransaction(db, async (tx): Promise<PartSaved> => {
    const before = await lockClinic(tx);
    const stored = await findLegalTexts(tx);
    const changed = LEGAL_TEXTS.flatMap((kind) => {
      const text = texts[kind];
      return text === undefined || text === stored[kind] ? [] : [{ kind, text }];
    });
    const settled = await outcomeWithoutChange(tx, {
      ...save,
      what: 'change-clinic',
      before,
      isChanged: changed.length > 0,
    });
    if (settled) return settled;
    for (const row of changed) await writeLegalText(tx, row);
    // A trigger notifies every node, this one too, so that the pages show the texts.
    const saved = await countClinicChange(tx);
    const detail = `Changed: ${changed.map(({ kind }) => NAMES[kind]).join(', ')}.`;
    await recordAudit(tx, { by, what: 'change-clinic', outcome: 'done', detail, now });
    return { kind: 'saved', clinic: saved };
  });
}
