import { Skeleton } from '../../ui/skeleton.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';

/** The placeholder of My Appointments: a heading and a table of the final size. */
export function AppointmentsOutline() {
  return (
    <div>
      <Skeleton className="mb-4 h-7 w-32" />
      <TableOutline columns={5} cardsBelow="lg" />
    </div>
  );
}
