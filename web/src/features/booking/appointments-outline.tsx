import { Skeleton } from '../../ui/skeleton.tsx';
import { TableFrame } from '../../ui/table-outline.tsx';

/** My Appointments before its answer: a heading and a table, in the size of what comes. */
export function AppointmentsOutline() {
  return (
    <div>
      <Skeleton className="mb-4 h-7 w-32" />
      <TableFrame columns={5} />
    </div>
  );
}
