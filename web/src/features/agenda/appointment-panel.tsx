import type { Booking } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { failureMessage, isNotFound } from '../../api/failure.ts';
import { serverNow } from '../../clinic/clock.ts';
import { instantText } from '../../clinic/instant.ts';
import { priceText } from '../../clinic/price.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { discardThen } from '../../ui/unsaved.ts';
import { useFocusInside } from '../../ui/use-focus-inside.ts';
import { stateNames } from '../appointments/state-names.ts';
import { treatmentText } from '../appointments/treatment-text.ts';
import { EmailsOff } from '../booking/emails-off.tsx';
import { historyLines } from '../booking/history-words.ts';
import { whyEmailsAreOff } from '../booking/why-emails-are-off.ts';
import { BookAnother } from './book-another.tsx';
import { CancelForm } from './cancel-form.tsx';
import type { FollowButton } from './follow-button.ts';
import { knowsPresent, needsCall } from './needs-call.ts';
import { Notes } from './notes.tsx';
import { OtherAppointments, othersOf } from './other-appointments.tsx';
import { owedEarlier } from './owed.ts';
import { StateButtons } from './state-buttons.tsx';
import { ToldButton } from './told-button.tsx';

type AppointmentPanelProps = {
  open: boolean;
  booking: UseQueryResult<Booking>;
  /** The title until the appointment has loaded. */
  patient: string;
  onClose: () => void;
  /** Open another appointment of the patient instead. */
  onOpen: (booking: Pick<Booking, '_id' | 'patient'>) => void;
  /** Choose another time. */
  onMove: () => void;
  /** Take a payment, or see what was paid. */
  onPayment: () => void;
  /** Book the patient's next appointment. */
  onNext: () => void;
};

/** For a link that is wrong, or meant for somebody else. */
const notFound = 'This appointment does not exist, or you are not allowed to see it.';

/** An appointment: who, when and what, what can be done with it now, and what happened to it. */
export function AppointmentPanel({
  open,
  booking,
  patient,
  onClose,
  onMove,
  onPayment,
  onNext,
  onOpen,
}: AppointmentPanelProps) {
  // The panel closes while another dialog is open. When it returns, the focus is where it was.
  const [last, setLast] = useState<'move' | 'payment' | 'next'>();
  const follow = (name: 'move' | 'payment' | 'next', openOther: () => void): FollowButton => ({
    ...(name === last && { 'data-first-focus': '' }),
    onClick: () =>
      discardThen(() => {
        setLast(name);
        openOther();
      }),
  });
  return (
    <Dialog open={open} onClose={onClose} title={booking.data?.patient ?? patient}>
      {booking.data ? (
        <Appointment
          booking={booking.data}
          move={follow('move', onMove)}
          payment={follow('payment', onPayment)}
          next={follow('next', onNext)}
          onOpen={(other) => discardThen(() => onOpen(other))}
        />
      ) : booking.isPending ? (
        <Skeleton className="h-64" />
      ) : isNotFound(booking.error) ? (
        <FormError message={notFound} />
      ) : (
        <ErrorState query={booking} message={failureMessage(booking.error)} />
      )}
    </Dialog>
  );
}

function Appointment({
  booking,
  move,
  payment,
  next,
  onOpen,
}: { booking: Booking; move: FollowButton; payment: FollowButton; next: FollowButton } & Pick<
  AppointmentPanelProps,
  'onOpen'
>) {
  const { appointmentDate, slot, dateOfBirth, phone, email, reference, state } = booking;
  const [openedAt] = useState(serverNow);
  const asksToCall = needsCall(booking, openedAt);
  const others = useQuery(othersOf(booking._id));
  const owed = owedEarlier(others.data ?? [], openedAt);
  const whyNoEmails = asksToCall ? undefined : whyEmailsAreOff(booking.emails);
  const { cancelReason, history } = booking;
  const [isCancelling, setIsCancelling] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const keep = (): void => {
    setIsCancelling(false);
    // Wait until the button is rendered.
    requestAnimationFrame(() => cancelButton.current?.focus());
  };
  const panel = useFocusInside(`${booking.version} ${asksToCall} ${isCancelling}`);
  return (
    <div ref={panel} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
        <Fact term="State">
          <strong className="font-semibold">{stateNames[state]}</strong>
          {cancelReason && `: ${cancelReason}`}
        </Fact>
        <Fact term="When">{`${appointmentDate}, ${slot}`}</Fact>
        <Fact term="What">{treatmentText(booking)}</Fact>
        {dateOfBirth && <Fact term="Date of birth">{mediumDateFromIso(dateOfBirth)}</Fact>}
        {phone && (
          <Fact term="Phone">
            <a className="text-pine underline" href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </Fact>
        )}
        {(email || whyNoEmails) && (
          <Fact term="Email">
            {email}
            {whyNoEmails && <span className="block text-muted">{whyNoEmails}</span>}
          </Fact>
        )}
        {booking.visitReason && <Fact term="Reason for the visit">{booking.visitReason}</Fact>}
        {booking.confirmedAt && <Fact term="Confirmed">The patient said they will come.</Fact>}
        {booking.told && knowsPresent(booking) && (
          <Fact term="Told">{`The patient knows of the change: ${booking.told.by}, ${instantText(booking.told.at)}.`}</Fact>
        )}
        <Fact term="Price">{priceWords(booking)}</Fact>
        {owed && (
          <Fact term="Owes">
            <strong className="font-semibold">{owed}</strong>
          </Fact>
        )}
        <Fact term="Reference">
          <span className="font-mono tracking-widest">{reference}</span>
        </Fact>
      </dl>
      {asksToCall && (
        <div className="grid gap-3">
          <EmailsOff {...booking} />
          <ToldButton booking={booking} />
        </div>
      )}
      {isCancelling || state === 'cancelled' ? (
        <CancelForm booking={booking} onBack={keep} />
      ) : (
        <Actions
          booking={booking}
          cancelButton={cancelButton}
          onCancel={() => setIsCancelling(true)}
          move={move}
          payment={payment}
        />
      )}
      {booking.hasPayments && (
        <Button variant="secondary" className="justify-self-start" {...payment}>
          Payment
        </Button>
      )}
      <Notes bookingId={booking._id} />
      <OtherAppointments
        bookingId={booking._id}
        onOpen={onOpen}
        action={<BookAnother patient={booking.patient} next={next} />}
      />
      <section>
        <h3 className="mb-2 font-semibold">History</h3>
        <ol className="grid gap-1.5 text-[0.9375rem]">
          {historyLines(history).map(({ what, who, why, at }) => (
            <li key={at + what}>
              <span className="font-medium">{what}</span>
              <span className="text-muted">
                {`, ${who}, `}
                <time dateTime={at}>{instantText(at)}</time>
                {why && `: ${why}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** What can be done with the appointment now, as the server says. */
function Actions({
  booking,
  cancelButton,
  onCancel,
  move,
  payment,
}: {
  booking: Booking;
  cancelButton: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
  move: FollowButton;
  payment: FollowButton;
}) {
  const { can, paid, refundDue } = booking;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden max-sm:*:grow">
      <StateButtons booking={booking} />
      {(can.takePayment || paid || refundDue) && (
        <Button variant="secondary" {...payment}>
          {can.takePayment ? 'Take payment' : 'Payment'}
        </Button>
      )}
      {can.move && (
        <Button variant="secondary" {...move}>
          Move
        </Button>
      )}
      {can.cancel && (
        <Button ref={cancelButton} variant="quiet" onClick={onCancel}>
          Cancel appointment
        </Button>
      )}
    </div>
  );
}

function priceWords(booking: Booking): string {
  const { disputed, earlierPayment, paid, price, refundDue, state } = booking;
  const isPayable = price > 0 && state !== 'cancelled';
  return [
    `${price === 0 ? 'Free of charge' : priceText(booking)}${isPayable ? `, ${paid && !earlierPayment ? 'paid' : 'not paid'}` : ''}`,
    ...(isPayable && earlierPayment === 'being-refunded' ? ['An earlier payment is being refunded.'] : []),
    ...(isPayable && earlierPayment === 'refund-failed' ? ['The refund of an earlier payment failed.'] : []),
    ...(isPayable && disputed
      ? [paid ? 'The payment was disputed at the bank.' : 'The bank took the payment back after a dispute.']
      : []),
    ...(refundDue ? ['A refund at the clinic is due.'] : []),
  ].join('. ');
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:-mb-1.5">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
