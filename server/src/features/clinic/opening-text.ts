/** A time range on a weekday, in minutes since midnight in the clinic's time zone. */
export interface WeekdayHours {
  /** From 1 (Monday) to 7 (Sunday). */
  readonly weekday: number;
  readonly opensMinute: number;
  readonly closesMinute: number;
}

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Opening hours in words, like 'Mon–Fri 9:00 am–5:00 pm, Sat 9:00 am–12:00 pm'. */
export function openingText(hours: readonly WeekdayHours[]): string {
  return groupsOf(hours, { time: timeText, between: '–', and: ' and ' })
    .map(({ first, last, times }) => `${dayNames(first, last, '–')} ${times}`)
    .join(', ');
}

/** Opening hours in the format of schema.org, like 'Mo-Fr 09:00-17:00': one entry per time range. */
export function schemaOpeningHours(hours: readonly WeekdayHours[]): readonly string[] {
  return groupsOf(hours, { time: clockText, between: '-', and: ';' }).flatMap(({ first, last, times }) => {
    const [from = '', to = ''] = [first, last].map((weekday) => dayName(weekday).slice(0, 2));
    return times.split(';').map((span) => `${first === last ? from : `${from}-${to}`} ${span}`);
  });
}

interface Group {
  readonly first: number;
  readonly last: number;
  readonly times: string;
}

/** Groups consecutive weekdays that have the same hours. */
function groupsOf(
  hours: readonly WeekdayHours[],
  words: { time: (minute: number) => string; between: string; and: string },
): readonly Group[] {
  const groups: Group[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const times = hours
      .filter((one) => one.weekday === weekday)
      .toSorted((one, other) => one.opensMinute - other.opensMinute)
      .map(({ opensMinute, closesMinute }) => `${words.time(opensMinute)}${words.between}${words.time(closesMinute)}`)
      .join(words.and);
    const before = groups.at(-1);
    if (times === '') continue;
    if (before?.times === times && before.last === weekday - 1) groups.splice(-1, 1, { ...before, last: weekday });
    else groups.push({ first: weekday, last: weekday, times });
  }
  return groups;
}

function dayNames(first: number, last: number, between: string): string {
  return first === last ? dayName(first) : `${dayName(first)}${between}${dayName(last)}`;
}

function dayName(weekday: number): string {
  return NAMES[weekday - 1] ?? '';
}

/** Like '9:00 am'. Midnight is '12:00 am', also at the end of a day. */
function timeText(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute % 60)} ${hour < 12 ? 'am' : 'pm'}`;
}

/** Like '09:00'. Midnight at the end of a day is '24:00'. */
function clockText(minute: number): string {
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
