import type { FreeSlot } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useRef, useState } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { treatmentForText } from '../appointments/treatment-text.ts';
import { BookingTroublePanel } from './booking-trouble-panel.tsx';
import type { ChangeDialogProps } from './cancel-dialog.tsx';
import { DayAndTimes } from './day-and-times.tsx';
import { EmailsOff } from './emails-off.tsx';
import { HoldNote } from './hold-note.tsx';
import { useChangeMeanwhile } from './use-change-meanwhile.ts';
import { type Movable, useMove } from './use-move.ts';

/**
 * Moves an appointment: a day, a time of the same treatment on it, and a question that compares the old time with the
 * new one. If somebody else moves or cancels it meanwhile, it says so. Give each opening a new `key`.
 */
export function MoveDialog({
  booking,
  firstDay,
  onDone,
  ...dialog
}: ChangeDialogProps & {
  booking: Movable;
  /** The day that is shown first, 'YYYY-MM-DD'; without one it is the appointment's. */
  firstDay?: string;
}) {
  const today = useClinicToday();
  const [day, setDay] = useState(() => firstDay ?? dayOf(booking, today));
  const move = useMove({ booking, isOpen: dialog.open, onDone });
  const { chosen } = move;
  // The appointment has changed, or cannot be moved any more: no other time helps.
  const change = useChangeMeanwhile(booking, { isWatched: dialog.open && !move.isSending });
  const isOutdated = change !== undefined || ['CHANGED_MEANWHILE', 'NOT_POSSIBLE'].includes(move.trouble?.code ?? '');
  const confirm = useRef<HTMLButtonElement>(null);
  const times = useRef<HTMLHeadingElement>(null);
  const choose = (free: FreeSlot): void => {
    move.choose(free);
    // Wait until the button is rendered.
    requestAnimationFrame(() => confirm.current?.focus());
  };
  const goBack = (): void => {
    move.back();
    requestAnimationFrame(() => times.current?.focus());
  };
  return (
    <LazyDialog
      {...dialog}
      title={chosen ? 'Move the appointment here?' : 'Choose another time'}
      description={`${treatmentForText(booking.treatment, move.name)}, now on ${booking.appointmentDate}, ${booking.slot}`}
      onPhones="sheet"
      footer={
        (chosen || change) && (
          <>
            {!isOutdated && (
              <Button variant="secondary" onClick={goBack}>
                Back
              </Button>
            )}
            <Button
              ref={confirm}
              busy={move.isSending || (!isOutdated && move.terms.isLoading)}
              onClick={isOutdated ? dialog.onClose : move.send}
            >
              {isOutdated ? 'Close' : 'Move appointment'}
            </Button>
          </>
        )
      }
    >
      {change && (
        <div className="mb-5">
          <FormError message={change} />
        </div>
      )}
      {chosen ? (
        <div className="grid gap-5">
          {!change && (
            <BookingTroublePanel
              trouble={move.trouble}
              offer={chosen}
              hrefOf={
                move.isStaff
                  ? (id) => href.agenda({ day: isoFromMediumDate(chosen.appointmentDate) ?? day, appointment: id })
                  : undefined
              }
              onTake={choose}
            />
          )}
          <dl className="grid gap-4">
            <When term="Old" at={booking} isOld />
            <When term="New" at={chosen} />
          </dl>
          <HoldNote
            slot={
              // Only people signed in can hold a slot.
              booking.token === undefined
                ? { optionId: chosen.optionId, appointmentDate: chosen.appointmentDate, slot: chosen.slot }
                : undefined
            }
          />
          {booking.token === undefined && move.isStaff && <EmailsOff {...booking} />}
          <p
            role="status"
            className={move.terms.text ? 'rounded-control bg-amber-soft px-4 py-3 text-amber-ink' : 'sr-only'}
          >
            {move.terms.text}
          </p>
        </div>
      ) : change ? null : (
        <DayAndTimes
          treatment={booking.treatmentNow ?? booking.treatment}
          day={day}
          heading={times}
          isStaff={move.isStaff}
          movedId={booking._id}
          onChoose={choose}
          onChooseDay={setDay}
        />
      )}
    </LazyDialog>
  );
}

function dayOf({ appointmentDate }: Movable, today: string): string {
  const day = isoFromMediumDate(appointmentDate);
  return day !== undefined && day > today ? day : today;
}

function When({
  term,
  at: { appointmentDate, slot, doctorName },
  isOld = false,
}: {
  term: string;
  at: Pick<FreeSlot, 'appointmentDate' | 'slot' | 'doctorName'>;
  isOld?: boolean;
}) {
  return (
    <div className={isOld ? 'text-muted' : undefined}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className={isOld ? 'tabular-nums' : 'text-lg font-semibold tabular-nums'}>
        {`${appointmentDate}, ${slot}`}
        {doctorName && <span className="block font-normal">{titledName(doctorName)}</span>}
      </dd>
    </div>
  );
}
