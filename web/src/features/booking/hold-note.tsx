import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { HeldSlot } from './slot-hold.ts';
import { rulesText, termsText } from './terms-words.ts';
import { useSlotHold } from './use-slot-hold.ts';

/**
 * Holds this slot while it is mounted, and says until when. A component of its own, so that the answer does not render
 * the dialog again. The live region exists before its text, so that it is announced.
 *
 * @param slot undefined to hold none
 * @param price what it costs, to show what the patient agrees to by booking it; 0 to show nothing
 */
export function HoldNote({ slot, price = 0 }: { slot: HeldSlot | undefined; price?: number }) {
  const held = useSlotHold(slot);
  return (
    <div
      role="status"
      className="me-auto grid gap-1 self-center text-sm text-muted empty:hidden max-sm:w-full sm:max-w-72"
    >
      {held && <p>{held.text}</p>}
      {price > 0 && held?.terms && <p className="text-ink">{termsText(held.terms)}</p>}
      {price > 0 && held && !held.wasHeld && <Rules />}
    </div>
  );
}

/** What the patient agrees to, as far as it is known without the hold, whose answer says it for the slot. */
function Rules() {
  const rules = useQuery(api.clinic.rules.queryOptions());
  if (!rules.data && rules.failureCount === 0 && !rules.isPaused) return null;
  return (
    <p className="text-ink">
      {rules.data
        ? rulesText(rules.data)
        : 'We could not load the terms of payment and cancellation. You see them after booking.'}
    </p>
  );
}
