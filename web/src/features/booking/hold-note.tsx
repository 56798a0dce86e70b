import type { HeldSlot } from './slot-hold.ts';
import { termsText } from './terms-words.ts';
import { useSlotHold } from './use-slot-hold.ts';

/**
 * Holds this slot while it is mounted, and says until when. A component of its own, so that the answer does not render
 * the dialog again. The live region exists before its text, so that it is announced.
 *
 * @param slot undefined to hold none
 * @param hasTerms whether to show what the patient agrees to by booking
 */
export function HoldNote({ slot, hasTerms = false }: { slot: HeldSlot | undefined; hasTerms?: boolean }) {
  const held = useSlotHold(slot);
  return (
    <div
      role="status"
      className="me-auto grid gap-1 self-center text-sm text-muted empty:hidden max-sm:w-full sm:max-w-72"
    >
      {held && <p>{held.text}</p>}
      {hasTerms && held?.terms && <p className="text-ink">{termsText(held.terms)}</p>}
    </div>
  );
}
