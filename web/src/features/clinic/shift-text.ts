/** How much earlier or later something starts: 'Starts 5 hours 30 minutes earlier than before.' */
export function shiftText(before: string, after: string): string {
  const minutes = Math.round((Date.parse(after) - Date.parse(before)) / 60_000);
  if (minutes === 0) return 'Starts at the same moment as before.';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const parts = [counted(hours, 'hour'), counted(rest, 'minute')].filter((part) => part !== '');
  return `Starts ${parts.join(' ')} ${minutes < 0 ? 'earlier' : 'later'} than before.`;
}

function counted(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
