import { counted } from '@openhours/contract/counted.ts';

/** How much earlier or later something starts: 'Starts 5 hours 30 minutes earlier than before.' */
export function shiftText(before: string, after: string): string {
  const minutes = Math.round((Date.parse(after) - Date.parse(before)) / 60_000);
  if (minutes === 0) return 'Starts at the same moment as before.';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const parts = [hours > 0 ? counted(hours, 'hour') : '', rest > 0 ? counted(rest, 'minute') : ''];
  return `Starts ${parts.filter((part) => part !== '').join(' ')} ${minutes < 0 ? 'earlier' : 'later'} than before.`;
}
