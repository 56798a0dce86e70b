import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingAnimation } from '../../ui/loading-animation.tsx';
import type { SpacesByDay } from './day-state.ts';
import { NothingFree } from './nothing-free.tsx';
import { OptionCard } from './option-card.tsx';

/**
 * What can be booked on one day. Give it the day as its `key`: of another day nothing stays on the screen, and its
 * request is given up.
 */
export function OptionsOfDay({
  day,
  today,
  spaces,
  onBook,
  onChooseDay,
}: {
  day: string;
  today: string;
  spaces: SpacesByDay | undefined;
  onBook: (option: AppointmentOption, slot: string) => void;
  onChooseDay: (day: string) => void;
}) {
  const date = mediumDateFromIso(day);
  const options = useQuery(api.schedule.options.queryOptions({ input: { date } }));
  if (options.isPending) {
    const isLate = options.failureCount > 0 || options.isPaused;
    return (
      <div className="animate-[fade-in_180ms_ease-out_120ms_backwards]">
        <LoadingAnimation note={isLate ? 'Having trouble reaching the clinic. Trying again…' : undefined} />
      </div>
    );
  }
  if (!options.data) {
    return (
      <ErrorState
        message={`The appointments of ${date} could not be loaded. ${options.error?.message ?? ''}`}
        onRetry={() => void options.refetch()}
        busy={options.isFetching}
      />
    );
  }
  const free = options.data.filter(({ slots }) => slots.length > 0).length;
  return (
    <div className="grid animate-fade-in gap-6">
      <p role="status" className="sr-only">
        {free === 0 ? `Nothing is free on ${date}.` : `On ${date}, ${free} of ${options.data.length} can be booked.`}
      </p>
      {free === 0 && <NothingFree day={day} today={today} spaces={spaces} onChooseDay={onChooseDay} />}
      <ul className="grid gap-4 sm:grid-cols-2 min-[72rem]:grid-cols-3">
        {options.data.map((option) => (
          <li key={option._id}>
            <OptionCard option={option} onBook={(slot) => onBook(option, slot)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
