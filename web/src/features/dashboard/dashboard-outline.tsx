import { Skeleton } from '../../ui/skeleton.tsx';
import { nextAppointmentLook } from './next-appointment-look.ts';
import { tileListLook } from './tile.tsx';

/** The overview beside the profile card on large windows, above it on small ones. */
export const dashboardLook =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_17rem]';

/** The placeholder of the overview, in its final size. */
export function OverviewOutline({ isStaff }: { isStaff: boolean }) {
  return (
    <div className="grid gap-4">
      {!isStaff && <Skeleton className={`${nextAppointmentLook} rounded-card!`} />}
      <div className={tileListLook}>
        <Skeleton className="h-29 rounded-card! only:sm:col-span-2" />
        {!isStaff && <Skeleton className="h-29 rounded-card!" />}
      </div>
    </div>
  );
}

/** The dashboard before its scripts have loaded, in the size of the patient's. */
export function DashboardOutline() {
  return (
    <div className={dashboardLook}>
      <OverviewOutline isStaff={false} />
      <Skeleton className="h-53 rounded-card! sm:h-36.5 xl:h-75" />
    </div>
  );
}
