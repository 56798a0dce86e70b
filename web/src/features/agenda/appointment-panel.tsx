import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { priceText } from '../../clinic/price.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { historyLines } from '../booking/history-words.ts';
import { CancelForm } from './cancel-form.tsx';
import { useSetState } from './use-set-state.ts';
import { stateButtons, stateWords } from './words.ts';

export type AppointmentPanelProps = {
  open: boolean;
  bookingId: string;
  patient: string;
  onClose: () => void;
};

/** An appointment: who, when and what, what can be done with it now, and what happened to it. */
export function AppointmentPanel({ open, bookingId, patient, onClose }: AppointmentPanelProps) {
  const booking = useQuery(
    api.booking.one.queryOptions({ input: { id: bookingId }, enabled: open && bookingId !== '', staleTime: 0 }),
  );
  return (
    <Dialog open={open} onClose={onClose} title={patient}>
      {booking.data ? (
        <Appointment booking={booking.data} />
      ) : booking.isPending ? (
        <Skeleton className="h-64" />
      ) : (
        <FormError message={failureMessage(booking.error)} />
      )}
    </Dialog>
  );
}

function Appointment({ booking }: { booking: Booking }) {
  const { appointmentDate, slot, treatment, doctorName, phone, email, reference, state, cancelReason, history } =
    booking;
  const [isCancelling, setIsCancelling] = useState(false);
  const panel = useFocusInside(`${booking.version} ${isCancelling}`);
  return (
    <div ref={panel} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        <Fact term="State">
          <strong className="font-semibold">{stateWords[state]}</strong>
          {cancelReason && `: ${cancelReason}`}
        </Fact>
        <Fact term="When">{`${appointmentDate}, ${slot}`}</Fact>
        <Fact term="What">{doctorName ? `${treatment} with Dr. ${doctorName}` : treatment}</Fact>
        {phone && (
          <Fact term="Phone">
            <a className="text-pine underline" href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </Fact>
        )}
        {email && <Fact term="Email">{email}</Fact>}
        <Fact term="Price">{priceWords(booking)}</Fact>
        <Fact term="Reference">
          <span className="font-mono tracking-widest">{reference}</span>
        </Fact>
      </dl>
      {isCancelling || state === 'cancelled' ? (
        <CancelForm booking={booking} onBack={() => setIsCancelling(false)} />
      ) : (
        <Actions booking={booking} onCancel={() => setIsCancelling(true)} />
      )}
      <section>
        <h3 className="mb-2 font-semibold">History</h3>
        <ol className="grid gap-1.5 text-[0.9375rem]">
          {historyLines(history).map(({ what, who, why, at }) => (
            <li key={at + what}>
              <span className="font-medium">{what}</span>
              <span className="text-muted">
                {`, ${who}, `}
                <time dateTime={at}>{instantFormat.format(new Date(at))}</time>
                {why && `: ${why}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** The button that was pressed may be gone: the focus goes to what is there instead. */
function useFocusInside(change: string) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = panel;
    if (change === '' || !current || document.activeElement !== document.body) return;
    (current.querySelector<HTMLElement>('input, button') ?? current).focus();
  }, [change]);
  return panel;
}

/** What can be done with the appointment now, as the server says. */
function Actions({ booking, onCancel }: { booking: Booking; onCancel: () => void }) {
  const setState = useSetState();
  const { _id: id, state, version, can } = booking;
  const buttons = stateButtons(state, can.become);
  if (buttons.length === 0 && !can.cancel) return null;
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:grow">
      {buttons.map(({ to, label, isUndo }, at) => (
        <Button
          key={to}
          variant={at === 0 && !isUndo ? 'primary' : 'secondary'}
          busy={setState.isPending && setState.variables.state === to}
          onClick={() => setState.mutate({ id, state: to, version, isUndo })}
        >
          {label}
        </Button>
      ))}
      {can.cancel && (
        <Button variant="quiet" onClick={onCancel}>
          Cancel appointment
        </Button>
      )}
    </div>
  );
}

const instantFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function priceWords(booking: Booking): string {
  if (booking.price === 0) return 'Free of charge';
  return `${priceText(booking)}, ${booking.paid ? 'paid' : 'not paid'}`;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:-mb-1.5">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
