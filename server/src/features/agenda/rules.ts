/** Whose calendars somebody sees: all, or only their own. Pure. */
export function seenCalendar(
  caller: { personId: string; isFrontDesk: boolean; isAdmin: boolean },
  asked: string | undefined,
): { readonly calendarId: string | undefined } | 'not found' {
  if (caller.isFrontDesk || caller.isAdmin) return { calendarId: asked };
  return asked === undefined || asked === caller.personId ? { calendarId: caller.personId } : 'not found';
}
