import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { realDay } from '../schedule/civil-date.ts';
import { firstFree } from './first-free.ts';

/** What somebody is about to wait for. An empty `optionId` is any doctor. */
export type Wanted = { treatment: string; optionId: string; from: string; to: string };

/** Says that a time on these days can be booked now, and leads to it. */
export function FreeAlready({ wanted, onLeave }: { wanted: Wanted; onLeave: () => void }) {
  const { treatment, optionId, from, to } = wanted;
  // A year may be half typed.
  const isWhole = treatment !== '' && realDay(from) !== undefined && from <= to;
  const specialties = useQuery(api.schedule.specialties.queryOptions({ enabled: isWhole && optionId === '' }));
  const specialty = specialties.data?.find(({ name }) => name === treatment)?._id;
  const of = optionId === '' ? { specialty, limit: 50 } : { option: optionId };
  const found = useQuery(
    api.availability.find.queryOptions({
      input: { from, days: 1, ...of },
      enabled: isWhole && (optionId !== '' || specialty !== undefined),
    }),
  );
  const free = isWhole && found.data ? firstFree(found.data.options, to) : undefined;
  return (
    <div
      role="status"
      className={
        free ? 'grid justify-items-start gap-1 rounded-control bg-amber-soft px-4 py-3 text-amber-ink' : 'sr-only'
      }
    >
      {free && (
        <>
          <p>A time on these days is free now. You need not wait for it:</p>
          <TextLink
            href={href.bookAppointment({ day: free.date, option: free.optionId, slot: free.slot })}
            onClick={onLeave}
          >
            {`Book ${mediumDateFromIso(free.date)}, ${free.slot}`}
          </TextLink>
        </>
      )}
    </div>
  );
}
