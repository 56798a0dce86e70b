import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingAnimation } from '../../ui/loading-animation.tsx';
import type { SpacesByDay } from './day-state.ts';
import { NothingFree } from './nothing-free.tsx';
import { OptionCard } from './option-card.tsx';
import { specialtyFirst } from './specialty-first.ts';

/** What can be booked on a day, 'YYYY-MM-DD'. */
export const optionsOfDay = (day: string) =>
  api.schedule.options.queryOptions({ input: { date: mediumDateFromIso(day) } });

type DayProps = {
  day: string;
  today: string;
  spaces: SpacesByDay | undefined;
  onBook: (option: AppointmentOption, slot: string) => void;
  onChooseDay: (day: string) => void;
};

/**
 * What can be booked on one day. For a new day the old one's cards go at once and its request is given up; what came
 * of it is said to those who cannot see it.
 */
export function OptionsOfDay(props: DayProps) {
  const date = mediumDateFromIso(props.day);
  const options = useQuery(optionsOfDay(props.day));
  return (
    <>
      <p role="status" className="sr-only">
        {options.data && resultText(options.data, date)}
      </p>
      {options.isPending ? (
        <Loading isLate={options.failureCount > 0 || options.isPaused} />
      ) : options.data ? (
        <Options key={date} {...props} options={options.data} />
      ) : (
        <ErrorState
          message={`We could not load the appointments for ${date}. Please try again in a moment.`}
          onRetry={() => void options.refetch()}
          busy={options.isFetching}
        />
      )}
    </>
  );
}

const quickMillis = 120;

/** An answer that comes quickly is not announced by a flash of the animation; its place is kept. */
function Loading({ isLate }: { isLate: boolean }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSlow(true), quickMillis);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isSlow) return <div className="mx-auto aspect-4/3 w-full max-w-200" />;
  return (
    <div className="animate-fade-in">
      <LoadingAnimation note={isLate ? 'Having trouble reaching the clinic. Trying again…' : undefined} />
    </div>
  );
}

function Options({ options, onBook, ...dayProps }: DayProps & { options: readonly AppointmentOption[] }) {
  const [parameters] = useSearchParams();
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <div className="grid animate-fade-in gap-6">
      {countFree(options) === 0 && <NothingFree {...dayProps} />}
      {/* oxlint-disable-next-line no-noninteractive-element-interactions -- it only notices that somebody is about to press something in it */}
      <ul
        onPointerEnter={() => setHasPointer(true)}
        onPointerLeave={() => setHasPointer(false)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        className="grid gap-4 sm:grid-cols-2 min-[72rem]:grid-cols-3"
      >
        {specialtyFirst(options, parameters.get('specialty')).map((option) => (
          <li key={option._id} className="min-w-0">
            <OptionCard option={option} hold={hasPointer || hasFocus} onBook={(slot) => onBook(option, slot)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function countFree(options: readonly AppointmentOption[]): number {
  return options.filter(({ slots }) => slots.length > 0).length;
}

function resultText(options: readonly AppointmentOption[], date: string): string {
  const free = countFree(options);
  if (free === 0) return `Available Appointments on ${date}: none left.`;
  return `Available Appointments on ${date}: ${free} of ${options.length} have free slots.`;
}
