import type { AgendaCalendar } from '@openhours/contract/agenda.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import type { ClosingDraft } from '../closures/closing-days.ts';
import { ClosingForm } from '../closures/closing-form.tsx';
import { calendarName, isOfDoctor } from './words.ts';

/** Marks a doctor as away from a time on. Appointments in it are kept or cancelled. */
export function AwayDialog({
  calendars,
  first,
  ...dialog
}: RowDialogProps & {
  /** All of the agenda. */
  calendars: readonly AgendaCalendar[];
  /** What is filled in at first. */
  first: ClosingDraft;
}) {
  const doctors = calendars.filter(isOfDoctor);
  const [only] = doctors.length === 1 ? doctors : [];
  const others =
    doctors.length < calendars.length ? ' For a treatment without a named doctor, use ‘Block time’ instead.' : '';
  return (
    <Dialog
      {...dialog}
      title={only ? `${calendarName(only)} is away` : 'A doctor is away'}
      description={`Nobody can book this time. Appointments that you keep stay in the agenda, and are marked until you move or cancel them.${others}`}
    >
      <ClosingForm
        initial={first}
        closable={doctors.map((calendar) => ({ doctorId: calendar._id, name: calendarName(calendar) }))}
        saveLabel="Mark as away"
        onSaved={(done) => {
          toast.success(done);
          dialog.onClose();
        }}
        onCancel={dialog.onClose}
      />
    </Dialog>
  );
}
