import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { ClinicRow } from './store.ts';

/** The outcome of saving one part of the clinic: its rules, its facts, its legal texts or its opening hours. */
export type PartSaved =
  | { readonly kind: 'saved'; readonly clinic: ClinicRow }
  | Refused<'CHANGED_MEANWHILE', { data: { version: number } }>;

/** The outcome if nothing is written: nothing differs, or somebody else has saved since. `undefined`: the save must be written. */
export async function outcomeWithoutChange(
  tx: Database,
  save: {
    what: 'change-clinic' | 'change-rules' | 'change-clinic-hours';
    /** The clinic, locked. */
    before: ClinicRow;
    isChanged: boolean;
    /** The version that was edited. If absent, whatever is stored is replaced. */
    version: number | undefined;
    by: Actor;
    now: Date;
  },
): Promise<PartSaved | undefined> {
  const { what, before, isChanged, version, by, now } = save;
  // Whatever the version: the client may be repeating a save whose answer was lost.
  if (!isChanged) {
    await recordAudit(tx, { by, what, outcome: 'unchanged', now });
    return { kind: 'saved', clinic: before };
  }
  if (version === undefined || version === before.version) return undefined;
  return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: before.version } };
}
