/** '09:00 AM', of '09:00 AM - 09:30 AM'. */
export function slotStart(slot: string): string {
  return slot.replace(/ - .*$/, '');
}

/** The slot that begins when another one begins, which may be longer or shorter. Pure. */
export function slotStartingLike(slot: string, slots: readonly string[]): string | undefined {
  return slots.find((one) => slotStart(one) === slotStart(slot));
}
