import type { Agenda, AgendaCalendar, AgendaDay } from '@openhours/contract/agenda.ts';
import { dayFormat } from '@openhours/contract/day-format.ts';
import { useMemo } from 'react';
import type { AgendaView } from './agenda-view.ts';
import { type AgendaColumn, layoutOf } from './layout.ts';
import { calendarName } from './words.ts';

/** The columns of the shown days: the same ones as long as nothing changes. */
export function useColumns(
  agenda: Agenda | undefined,
  { shows, today }: { shows: AgendaView['shows']; today: string },
) {
  return useMemo(() => agenda && columnsOf(agenda, { shows, today }), [agenda, shows, today]);
}

/** A column for each doctor, or for each day of the week. */
function columnsOf(
  { calendars, days }: Agenda,
  { shows, today }: { shows: AgendaView['shows']; today: string },
): readonly AgendaColumn[] {
  const calendarOf = new Map(calendars.map((calendar) => [calendar._id, calendar]));
  const [first] = calendars;
  const wanted = shows === 'day' ? days : days.filter(({ calendarId }) => calendarId === first?._id);
  return wanted.flatMap((day) => {
    const calendar = calendarOf.get(day.calendarId);
    if (!calendar) return [];
    const title = shows === 'day' ? calendarName(calendar) : weekday(day.date, { today });
    const shown = { title, day, calendar, layout: rememberedLayout(day, calendar) };
    return shows === 'day'
      ? { ...shown, id: calendar._id, closings: day.closed.filter(({ whose }) => whose === 'doctor') }
      : { ...shown, id: day.date, closings: day.closed };
  });
}

const weekday = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const layouts = new WeakMap<AgendaDay, AgendaColumn['layout']>();

/** The same layout for the same answer: what has not changed is not rendered again. */
function rememberedLayout(day: AgendaDay, { options }: AgendaCalendar): AgendaColumn['layout'] {
  const known = layouts.get(day);
  if (known) return known;
  const minutes = new Map(options.map((option) => [option._id, option.minutes]));
  const layout = layoutOf(day, (id) => minutes.get(id) ?? 30);
  layouts.set(day, layout);
  return layout;
}
