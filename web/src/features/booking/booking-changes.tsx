import type { Booking } from '@openhours/contract/booking.ts';
import type { ReactNode } from 'react';
import { useSignedInUser } from '../../api/session-query.ts';
import { useOpeningInUrl } from '../../layouts/use-opening-in-url.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);

const EarlierDialog = lazyDialog(async () => (await import('../waiting-list/earlier-dialog.tsx')).EarlierDialog);

const changes = ['cancel', 'move', 'earlier'] as const;
type Change = (typeof changes)[number];

export type OpenChange = (change: Change, id: string) => void;

/**
 * The dialogs that change one of these appointments. They belong to the page, because the row that opened one may
 * disappear meanwhile.
 *
 * @param bookings undefined until they have loaded
 */
export function useBookingChanges(bookings: readonly Booking[] | undefined): {
  openChange: OpenChange;
  dialogs: ReactNode;
} {
  const { opening, open, close, finish } = useOpeningInUrl(
    changes,
    (change, id) =>
      bookings &&
      (bookings.find(({ _id, can }) => _id === id && (change === 'cancel' ? can.cancel : can.move)) ?? null),
  );
  const Dialog = { move: MoveDialog, cancel: CancelDialog, earlier: EarlierDialog }[opening?.name ?? 'cancel'];
  const dialogs = opening && (
    <Dialog
      key={opening.number}
      open={opening.isOpen}
      booking={opening.item}
      onClose={close}
      onDone={() => finish(opening)}
      finalFocus={opening.finalFocus}
    />
  );
  return { openChange: open, dialogs };
}

/** The buttons for what the reader may do with an appointment. */
export function ChangeButtons({
  booking,
  describedBy,
  onChange,
}: {
  booking: Booking;
  /** The id of the element that names the appointment, if there are several. */
  describedBy?: string;
  onChange: OpenChange;
}) {
  const { can } = booking;
  const user = useSignedInUser();
  const button = { variant: 'secondary', className: 'px-3.5!', 'aria-describedby': describedBy } as const;
  if (!can.cancel && !can.move) return null;
  return (
    <div className="flex flex-wrap gap-2 as-table:in-[td]:max-w-42 print:hidden">
      {can.move && (
        <Button
          {...button}
          onPointerOver={MoveDialog.preload}
          onFocus={MoveDialog.preload}
          onClick={() => onChange('move', booking._id)}
        >
          Move
        </Button>
      )}
      {can.move && booking.email === user.email && (
        <Button {...button} onClick={() => onChange('earlier', booking._id)}>
          Earlier?
        </Button>
      )}
      {can.cancel && (
        <Button
          {...button}
          onPointerOver={CancelDialog.preload}
          onFocus={CancelDialog.preload}
          onClick={() => onChange('cancel', booking._id)}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}
