import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { realDay } from '../schedule/civil-date.ts';
import { type Free, firstFree } from './first-free.ts';

/** What somebody is about to wait for. An empty `optionId` is any doctor. */
export type Wanted = { treatment: string; optionId: string; from: string; to: string };

/** Says that a time on these days is free now, and leads to it. */
export function FreeAlready({
  wanted,
  before,
  children,
}: {
  wanted: Wanted;
  /** Only a time before this one, the start of an appointment. */
  before?: string | undefined;
  /** The link to it. */
  children: (free: Free) => ReactNode;
}) {
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
  const free = isWhole && found.data ? firstFree(found.data.options, { to, before }) : undefined;
  return (
    <div
      role="status"
      className={
        free ? 'grid justify-items-start gap-1 rounded-control bg-amber-soft px-4 py-3 text-amber-ink' : 'sr-only'
      }
    >
      {free && (
        <>
          <p>{`${before === undefined ? 'A time on these days' : 'An earlier time'} is free now. You need not wait for it:`}</p>
          {children(free)}
        </>
      )}
    </div>
  );
}
