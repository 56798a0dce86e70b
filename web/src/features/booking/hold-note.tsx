import type { HeldSlot } from './slot-hold.ts';
import { useSlotHold } from './use-slot-hold.ts';

/**
 * Holds this slot while it is mounted, and says until when. A component of its own, so that the answer does not render
 * the dialog again. The live region exists before its text, so that it is announced.
 *
 * @param slot undefined to hold none
 */
export function HoldNote({ slot }: { slot: HeldSlot | undefined }) {
  const held = useSlotHold(slot);
  return (
    <p role="status" className="me-auto self-center text-sm text-muted empty:hidden max-sm:w-full sm:max-w-72">
      {held}
    </p>
  );
}
