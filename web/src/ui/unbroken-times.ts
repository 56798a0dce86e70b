/** A text whose times, like '09:00 AM', stay on one line. */
export function unbrokenTimes(text: string): string {
  return text.replace(/(?<=\d) (?=[AP]M\b)/g, '\u00a0');
}
