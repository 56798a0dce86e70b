import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, RefObject } from 'react';
import { api } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { DayCalendar } from '../schedule/day-calendar.tsx';
import { spacesByDay } from '../schedule/day-state.ts';
import { MoveTimes } from './move-times.tsx';

/** A calendar, and the free times of the day that is chosen there. */
export function DayAndTimes({
  day,
  heading,
  ...times
}: ComponentProps<typeof MoveTimes> & {
  /** The heading above the times, which can take the focus. */
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const today = useClinicToday();
  const { treatment, doctorName, isStaff } = times;
  const ofTreatment = { treatment, ...(doctorName !== undefined && { doctorName }) };
  const own = useQuery(api.schedule.days.queryOptions({ input: ofTreatment, select: spacesByDay })).data;
  const all = useQuery({ ...api.schedule.days.queryOptions({ select: spacesByDay }), enabled: isStaff }).data;
  // Staff keep the doctor of an appointment whose treatment can no longer be booked: for them, other days stay open.
  const spaces = isStaff && own && all ? new Map([...all.keys()].map((one) => [one, own.get(one) ?? 0])) : own;
  return (
    <div className="grid gap-5">
      <div className="min-h-30">
        <DayCalendar
          today={today}
          chosen={day}
          spaces={spaces}
          onChoose={(wanted) => wanted !== undefined && times.onChooseDay(wanted)}
        />
      </div>
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {`Free times on ${mediumDateFromIso(day)}`}
      </h3>
      <ZoneNote className="-mt-4 text-sm text-muted" />
      <MoveTimes day={day} {...times} />
    </div>
  );
}
