import { LEGAL_TEXTS, type LegalText } from '@openhours/contract/legal-text-kinds.ts';

type Texts = Record<LegalText, string>;

/** The texts as the clinic has them, and as they are in the form. */
export type LegalDraft = { saved: Texts; typed: Texts };

/**
 * The form after one text was saved. Texts that were not changed in it follow the answer: somebody else may have saved
 * them meanwhile.
 */
export function afterSaving(
  { saved, typed }: LegalDraft,
  { kind, text, answer }: { kind: LegalText; text: string; answer: Texts },
): LegalDraft {
  const next = { saved: { ...saved }, typed: { ...typed } };
  for (const one of LEGAL_TEXTS) {
    next.saved[one] = one === kind ? text : answer[one];
    if (one !== kind && typed[one] === saved[one]) next.typed[one] = answer[one];
  }
  return next;
}
