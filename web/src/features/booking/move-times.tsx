import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { ClosedParts } from '../schedule/closed-parts.tsx';
import { doctorText } from '../schedule/option-card.tsx';
import { optionsOfDay } from '../schedule/options-of-day.tsx';
import { slotStart } from '../schedule/slot-start.ts';
import { notOfferedText } from './not-offered-text.ts';
import { suggestedDays } from './suggested-days.ts';

/** The free times of a treatment on a day, by doctor, or of one doctor only; if there are none, the next free days. */
export function MoveTimes({
  treatment,
  doctorName,
  day,
  isStaff,
  movedId,
  onChoose,
  onChooseDay,
}: {
  treatment: string;
  doctorName?: string | undefined;
  /** The appointment that staff move: they keep its doctor, also if the treatment can no longer be booked with them. */
  movedId?: string | undefined;
  /** 'YYYY-MM-DD' */
  day: string;
  /** Staff move at any notice. */
  isStaff: boolean;
  onChoose: (free: FreeSlot) => void;
  onChooseDay: (day: string) => void;
}) {
  const forPatients = optionsOfDay(day);
  const forStaff = api.appointments.options.queryOptions({
    input: { date: mediumDateFromIso(day), ...(movedId !== undefined && { booking: movedId }) },
  });
  const options = useQuery(isStaff ? forStaff : forPatients);
  if (!options.data) {
    return (
      <WithoutData query={options} message="We could not load the free times. Please try again in a moment.">
        <Skeleton className="mb-3 h-6 w-40" />
        <Skeleton className="h-28" />
      </WithoutData>
    );
  }
  const offered = options.data.filter(
    (option) => option.name === treatment && (doctorName === undefined || option.doctorName === doctorName),
  );
  const free = offered.filter(({ slots }) => slots.length > 0);
  return (
    <>
      {/* A day lists every option that is offered at all, also without a free time. */}
      <p role="status" className={offered.length === 0 ? noTimesLook : 'sr-only'}>
        {offered.length === 0
          ? `${notOfferedText({ treatment, doctorName, options: options.data })}${isStaff ? '' : ' Please call the clinic.'}`
          : free.length === 0
            ? 'No times are left.'
            : `${free.flatMap(({ slots }) => slots).length} times are free.`}
      </p>
      {offered.length > 0 && free.length === 0 && (
        <NoTimes offered={offered} treatment={treatment} day={day} onChooseDay={onChooseDay} />
      )}
      {free.map((option) => (
        <Times key={option._id} option={option} day={day} onChoose={onChoose} />
      ))}
    </>
  );
}

function Times({
  option,
  day,
  onChoose,
}: {
  option: AppointmentOption;
  day: string;
  onChoose: (free: FreeSlot) => void;
}) {
  const id = useId();
  const { _id: optionId, name: treatment, doctorName, price, currency } = option;
  const free = { optionId, treatment, price, currency, ...(doctorName && { doctorName }) };
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-2 font-medium">
        {doctorText(option)}
      </h4>
      <ClosedParts day={day} parts={option.closed ?? []} className="mb-2" />
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {option.slots.map((slot) => (
          <button
            key={slot}
            type="button"
            aria-label={slot}
            aria-describedby={id}
            className="slot-button"
            onClick={() => onChoose({ ...free, appointmentDate: mediumDateFromIso(day), slot })}
          >
            {slotStart(slot)}
          </button>
        ))}
      </div>
    </section>
  );
}

const mostDays = 3;
const noTimesLook = 'grid gap-3 rounded-card border border-dashed border-line-strong p-4';

/** The next day on which each of these doctors has a free time. None are suggested while these are not known. */
function NoTimes({
  offered,
  treatment,
  day,
  onChooseDay,
}: {
  offered: readonly AppointmentOption[];
  treatment: string;
  day: string;
  onChooseDay: (day: string) => void;
}) {
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  const specialty = specialties.data?.find(({ name }) => name === treatment)?._id;
  const found = useQuery(
    api.availability.find.queryOptions({
      input: { from: day, days: 1, limit: 50, ...(specialty && { specialty }) },
      enabled: specialty !== undefined,
    }),
  );
  const days = suggestedDays(offered, { found: found.data?.options ?? [], most: mostDays });
  return (
    <div className={noTimesLook}>
      <p>{`No time for ${treatment} is left on this day.`}</p>
      {days.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {days.map((next) => (
            <Button key={next} variant="secondary" onClick={() => onChooseDay(next)}>
              {mediumDateFromIso(next)}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
