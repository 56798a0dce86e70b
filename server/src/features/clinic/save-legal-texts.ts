import { LEGAL_TEXTS, type LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { countClinicChange, findLegalTexts, lockClinic, writeLegalText } from './store.ts';

export type SaveLegalTextsOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'changed-meanwhile'; readonly version: number };

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
): Promise<SaveLegalTextsOutcome> {
  const { texts, version, by, now } = save;
  return db.transaction(async (tx): Promise<SaveLegalTextsOutcome> => {
    const clinic = await lockClinic(tx);
    const before = await findLegalTexts(tx);
    const changed = LEGAL_TEXTS.flatMap((kind) => {
      const text = texts[kind];
      return text === undefined || text === before[kind] ? [] : [{ kind, text }];
    });
    // Any version will do: the client may be repeating a save whose answer was lost.
    if (changed.length === 0) {
      await recordAudit(tx, { by, what: 'change-clinic', outcome: 'unchanged', now });
      return { kind: 'saved', version: clinic.version };
    }
    if (version !== undefined && version !== clinic.version) {
      return { kind: 'changed-meanwhile', version: clinic.version };
    }
    for (const row of changed) await writeLegalText(tx, row);
    // Also notifies every node, so that the pages show the texts.
    const saved = await countClinicChange(tx);
    const detail = `Changed: ${changed.map(({ kind }) => NAMES[kind]).join(', ')}.`;
    await recordAudit(tx, { by, what: 'change-clinic', outcome: 'done', detail, now });
    return { kind: 'saved', version: saved.version };
  });
}
