import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { stateNames } from '../appointments/state-names.ts';
import { treatmentText } from '../appointments/treatment-text.ts';
import { useLiveRefetchOfList } from '../live/use-live-refetch.ts';
import { owedText } from './owed.ts';

const shownAtFirst = 5;

/** The query of the other appointments. */
export function othersOf(bookingId: string) {
  return api.appointments.others.queryOptions({ input: { id: bookingId }, retry: false, staleTime: 0 });
}

/** The patient's other appointments: those ahead, the next first, then past ones, the latest first. */
export function OtherAppointments({
  bookingId,
  action,
  onOpen,
}: {
  bookingId: string;
  /** The button that books another appointment. */
  action: ReactNode;
  onOpen: (booking: Pick<Booking, '_id' | 'patient'>) => void;
}) {
  const others = useQuery(othersOf(bookingId));
  // One of them may have changed, here or elsewhere.
  useLiveRefetchOfList(({ type }) => ['agenda', 'slots', 'ready'].includes(type), api.appointments.others.key());
  const [showsAll, setShowsAll] = useState(false);
  const { root, focusNext } = useFocusNext<HTMLUListElement>();
  const showAll = (): void => {
    // The pressed button goes.
    focusNext(`:nth-child(${shownAtFirst + 1}) > button`);
    setShowsAll(true);
  };
  // To staff who are the patient themselves, the server answers 404.
  if (!others.data && readFailure(others.error).kind === 'refused') return null;
  const rows = others.data ?? [];
  const shown = showsAll ? rows : rows.slice(0, shownAtFirst);
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Other appointments</h3>
      {others.isPending ? (
        <Skeleton className="h-6 w-4/5" />
      ) : others.isError && !others.data ? (
        <FormError message={failureMessage(others.error)} />
      ) : rows.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">None.</p>
      ) : (
        <ul ref={root} className="grid gap-1.5 text-[0.9375rem]">
          {shown.map((other) => (
            <li key={other._id}>
              <TextButton className="tabular-nums max-md:min-h-11" onClick={() => onOpen(other)}>
                {`${other.appointmentDate}, ${other.slot}`}
              </TextButton>
              <span className="block text-muted">{otherText(other)}</span>
            </li>
          ))}
        </ul>
      )}
      {rows.length > shown.length && (
        <Button variant="quiet" size="small" className="justify-self-start -ms-3.5" onClick={showAll}>
          Show {rows.length - shown.length} more
        </Button>
      )}
      {action}
    </section>
  );
}

function otherText(other: Booking): string {
  return [treatmentText(other), stateNames[other.state].toLowerCase(), owedText(other)].filter(Boolean).join(', ');
}
