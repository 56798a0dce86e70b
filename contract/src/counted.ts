/**
 * A number with its noun: '1 booking', '2 bookings'. Digits are not grouped. Pure.
 *
 * @param noun in the singular, with its verb if it has one: 'treatment is'
 * @param plural for when that is not the noun with an 's': 'treatments are'
 */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
