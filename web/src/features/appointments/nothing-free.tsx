import type { NextFreeOfOption } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ClosedParts } from '../schedule/closed-parts.tsx';
import { fullDate } from '../schedule/full-date.ts';
import { slotStart } from '../schedule/slot-start.ts';
import { nextFreeOf } from './next-free.ts';
import { treatmentText } from './treatment-text.ts';

/** An option without a free slot on a day: when it or somebody else is free next, and the waiting list. */
export function NothingFree({
  option: { _id, name, doctorName, closed = [] },
  day,
  onChoose,
  onWait,
}: {
  option: AppointmentOption;
  /** 'YYYY-MM-DD' */
  day: string;
  onChoose: (free: NextFreeOfOption) => void;
  onWait: (event: MouseEvent<HTMLButtonElement>) => void;
}) {
  const next = useQuery(api.appointments.nextFree.queryOptions({ input: { option: _id, from: day } }));
  const { own, other } = nextFreeOf(_id, next.data ?? []);
  const isNever = next.data !== undefined && !own;
  return (
    <>
      <p>
        {`${treatmentText({ treatment: name, doctorName })} has no free slot on ${fullDate(day)}${isNever ? ', or later' : ''}.`}
      </p>
      <ClosedParts day={day} parts={closed} />
      <p className="flex flex-wrap gap-2">
        {own && (
          <Button variant="secondary" size="small" onClick={() => onChoose(own)}>
            {`Next free: ${whenText(own)}`}
          </Button>
        )}
        {other && (
          <Button variant="secondary" size="small" onClick={() => onChoose(other)}>
            {`${own ? 'Earlier' : 'Free'} with ${other.doctorName ? titledName(other.doctorName) : 'the doctor on duty'}: ${whenText(other)}`}
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={onWait}>
          Add to the waiting list
        </Button>
      </p>
    </>
  );
}

/** 'Dec 5, 2026, 09:00 AM' */
function whenText({ date, slot }: NextFreeOfOption): string {
  return `${mediumDateFromIso(date)}, ${slotStart(slot)}`;
}
