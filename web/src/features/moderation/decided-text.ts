/** What a decision about a report did. */
export function decidedText({ hidden, changed }: { hidden: boolean; changed: boolean }): string {
  if (changed) return hidden ? 'Hidden.' : 'Shown again.';
  return hidden ? 'It is hidden or deleted already.' : 'Left as it is.';
}
