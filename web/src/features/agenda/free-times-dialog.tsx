import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import type { AgendaColumn, FreeItem, FreeTime } from './layout.ts';
import { calendarName } from './words.ts';

/** The free times that the agenda shows as one item. */
export function FreeTimesDialog({
  column: { calendar, day },
  times,
  onChoose,
  ...dialog
}: RowDialogProps & { column: AgendaColumn; times: FreeItem['times']; onChoose: (time: FreeTime) => void }) {
  return (
    <LazyDialog
      {...dialog}
      title="Choose a time"
      description={`${calendarName(calendar)}, ${mediumDateFromIso(day.date)}`}
      onPhones="panel"
    >
      <div className="grid grid-cols-3 gap-2">
        {times.map((time) => (
          <button
            key={time.startMinute}
            data-first-focus=""
            type="button"
            className="slot-button"
            onClick={() => onChoose(time)}
          >
            {wallClock(time.startMinute)}
          </button>
        ))}
      </div>
    </LazyDialog>
  );
}
