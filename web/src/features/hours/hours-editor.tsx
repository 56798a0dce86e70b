import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { LoadedHours } from './loaded-hours.tsx';
import { useReload } from './use-reload.ts';

/** A doctor's hours: loaded once, and not again while a user edits them. */
export const hoursOfDoctor = (id: string) =>
  api.hours.get.queryOptions({
    input: { id },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Edits a doctor's hours. For the doctor and for admins. */
export function HoursEditor({ doctorId }: { doctorId: string }) {
  const hours = useQuery(hoursOfDoctor(doctorId));
  const treatments = useQuery(api.treatments.list.queryOptions());
  const { generation, reload } = useReload(hours);
  if (hours.data && !treatments.isPending) {
    return (
      <LoadedHours
        key={generation}
        doctorId={doctorId}
        hours={hours.data}
        treatments={treatments.data ?? []}
        onReload={reload}
      />
    );
  }
  if (isNotFound(hours.error)) {
    return <EmptyState title="Doctor not found">They may have been removed.</EmptyState>;
  }
  return (
    <WithoutData query={hours.data ? treatments : hours} message="We could not load the hours.">
      <div className="grid gap-6">
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="h-124 rounded-card!" />
        <Skeleton className="h-40 rounded-card!" />
        <Skeleton className="h-64 rounded-card!" />
      </div>
    </WithoutData>
  );
}
