import { Skeleton } from '../../ui/skeleton.tsx';

/** A `BookingTicket` that loads. */
export function TicketOutline() {
  return (
    <div aria-hidden="true" className="max-w-3xl rounded-panel border border-line bg-surface shadow-lift">
      <div className="grid gap-6 p-6 sm:p-9">
        <div className="grid gap-3">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-7 w-24 rounded-full!" />
        </div>
        <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          <Skeleton className="h-22 max-w-44" />
          <Skeleton className="h-16 max-w-64" />
        </div>
      </div>
      <div className="mx-6 border-t-2 border-dashed border-line sm:mx-9" />
      <div className="grid gap-x-8 gap-y-6 p-6 sm:grid-cols-2 sm:p-9">
        {['name', 'email', 'phone', 'price', 'payment', 'booked', 'reference'].map((fact) => (
          <Skeleton key={fact} className={fact === 'payment' ? 'h-35 max-w-56 sm:h-22.5' : 'h-12 max-w-56'} />
        ))}
      </div>
    </div>
  );
}
