import type { Booking } from '@openhours/contract/booking.ts';
import { type ReactNode, useState } from 'react';
import { useSignedInUser } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);

const EarlierDialog = lazyDialog(async () => (await import('../waiting-list/earlier-dialog.tsx')).EarlierDialog);

type Change = 'cancel' | 'move' | 'earlier';
type Opening = {
  number: number;
  change: Change;
  booking: Booking;
  isOpen: boolean;
  finalFocus: { current: HTMLElement | null };
};

export type OpenChange = (change: Change, booking: Booking) => void;

/** The dialogs that change an appointment. They belong to the page: the row that opened one may disappear meanwhile. */
export function useBookingChanges(): { openChange: OpenChange; dialogs: ReactNode } {
  const [opening, setOpening] = useState<Opening>();
  const openChange: OpenChange = (change, booking) =>
    setOpening((last) => ({
      number: (last?.number ?? 0) + 1,
      change,
      booking,
      isOpen: true,
      finalFocus: { current: null },
    }));
  /** Closes this opening only: another may have opened before its answer arrived. */
  const close = ({ number }: Opening): void =>
    setOpening((last) => (last?.number === number ? { ...last, isOpen: false } : last));
  const finish = (done: Opening): void => {
    done.finalFocus.current = document.querySelector<HTMLElement>('main h1');
    close(done);
  };
  const Dialog = { move: MoveDialog, cancel: CancelDialog, earlier: EarlierDialog }[opening?.change ?? 'cancel'];
  const dialogs = opening && (
    <Dialog
      key={opening.number}
      open={opening.isOpen}
      booking={opening.booking}
      onClose={() => close(opening)}
      onDone={() => finish(opening)}
      finalFocus={opening.finalFocus}
    />
  );
  return { openChange, dialogs };
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
    <div className="flex flex-wrap gap-2 print:hidden">
      {can.move && (
        <Button
          {...button}
          onPointerOver={MoveDialog.preload}
          onFocus={MoveDialog.preload}
          onClick={() => onChange('move', booking)}
        >
          Move
        </Button>
      )}
      {can.move && booking.email === user.email && (
        <Button {...button} onClick={() => onChange('earlier', booking)}>
          Earlier?
        </Button>
      )}
      {can.cancel && (
        <Button
          {...button}
          onPointerOver={CancelDialog.preload}
          onFocus={CancelDialog.preload}
          onClick={() => onChange('cancel', booking)}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}
