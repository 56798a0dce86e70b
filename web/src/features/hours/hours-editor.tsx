import type { DoctorHours } from '@openhours/contract/hours.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LateNotice } from '../../ui/late-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadedHours } from './loaded-hours.tsx';
import { useReload } from './use-reload.ts';

/** Edits a doctor's hours. For the doctor and for admins. */
export function HoursEditor({
  doctorId,
  onDirty,
  onLoaded,
}: {
  doctorId: string;
  /** Called with whether there are unsaved changes. */
  onDirty: (isDirty: boolean) => void;
  onLoaded?: ((hours: DoctorHours) => void) | undefined;
}) {
  const hours = useQuery(
    api.hours.get.queryOptions({
      input: { id: doctorId },
      context: { bearer: true },
      // Load the current hours once, and do not refetch them while a user edits.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const treatments = useQuery(api.treatments.list.queryOptions());
  const { generation, reload } = useReload(hours);
  if (hours.data && !treatments.isPending) {
    return (
      <LoadedHours
        key={generation}
        doctorId={doctorId}
        hours={hours.data}
        treatments={treatments.data ?? []}
        onDirty={onDirty}
        onLoaded={onLoaded}
        onReload={reload}
      />
    );
  }
  if (hours.isError) {
    if (isNotFound(hours.error)) {
      return <EmptyState title="Doctor not found">They may have been removed.</EmptyState>;
    }
    return <ErrorState query={hours} message="We could not load the hours." />;
  }
  return (
    <>
      <LateNotice query={hours} />
      <div aria-hidden="true" className="grid gap-6">
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="h-124 rounded-card!" />
        <Skeleton className="h-40 rounded-card!" />
        <Skeleton className="h-64 rounded-card!" />
      </div>
    </>
  );
}
