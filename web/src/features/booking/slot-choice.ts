type SlotChoice = {
  /** The slots in the dropdown. */
  slots: readonly string[];
  /** The chosen slot; '' for none. */
  chosen: string;
  /** Why the wanted slot is not chosen, as a sentence. */
  notice: string | undefined;
};

/**
 * The content of the slot dropdown for the slots that are free now.
 *
 * @param free undefined while they are loading
 * @param wanted '' for none
 * @param isHeld the request for the wanted slot got no answer: this booking may have taken it, so it stays
 */
export function chooseSlot({
  free,
  wanted,
  isHeld,
}: {
  free: readonly string[] | undefined;
  wanted: string;
  isHeld: boolean;
}): SlotChoice {
  if (!free) return { slots: wanted ? [wanted] : [], chosen: wanted, notice: undefined };
  if (wanted === '' || free.includes(wanted)) {
    return { slots: free, chosen: wanted, notice: free.length === 0 ? noneLeft : undefined };
  }
  if (isHeld) return { slots: [wanted, ...free], chosen: wanted, notice: undefined };
  return {
    slots: free,
    chosen: '',
    notice: free.length === 0 ? noneLeft : `${wanted} is no longer free. Please choose another slot.`,
  };
}

const noneLeft = 'No slots are left on this day. Close this window and choose another day or doctor.';
