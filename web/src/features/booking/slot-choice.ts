export type SlotChoice = {
  /** What the dropdown lists. */
  slots: readonly string[];
  /** What it shows as chosen; '' for none. */
  chosen: string;
  /** What became of the slot that was wanted, as a sentence. */
  notice: string | undefined;
};

/**
 * What the slot dropdown offers, given the slots that are free by now.
 *
 * @param free undefined while they are loading
 * @param wanted '' for none yet
 * @param isHeld the wanted slot was sent and the answer got lost: it may be taken by this very booking, so it stays
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

const noneLeft = 'No slot is left here on this day. Please close this window and choose another day or doctor.';
