const slotPattern = /^(\d\d:\d\d [AP]M) - \d\d:\d\d [AP]M$/;

/**
 * The day and time that somebody chose before they were asked to sign in, as text; `undefined` if they did not. Anybody
 * can write a link, so text that is no time of day is never shown. Pure.
 *
 * @param next the path and query of the page after sign-in
 */
export function chosenTime(next: string): string | undefined {
  if (!next.startsWith('/appointment?')) return undefined;
  const asked = new URLSearchParams(next.slice(next.indexOf('?')));
  const time = slotPattern.exec(asked.get('slot') ?? '')?.[1];
  const day = asked.get('day') ?? '';
  // Not by `realDay`: every page would load it with the forms.
  const instant = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${day}T`);
  if (time === undefined || !isReal || !asked.get('option')) return undefined;
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  return `${format.format(instant)} at ${time}`;
}
