import type { SeriesDates } from '@openhours/contract/appointments.ts';
import { counted } from '@openhours/contract/counted.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { FormError } from '../../ui/form-error.tsx';
import { fullDate } from '../schedule/full-date.ts';

/** The dates of a series before it is booked. Those that cannot be booked are left out. */
export function SeriesPreview({
  dates,
  what,
  isSending,
  message,
  onBook,
  onChange,
}: {
  dates: SeriesDates;
  /** What all dates have in common, as a line to read back to the patient. */
  what: string;
  isSending: boolean;
  message: string | undefined;
  onBook: () => void;
  onChange: () => void;
}) {
  const free = dates.filter(({ clash }) => clash === undefined).length;
  return (
    <section aria-labelledby="series" className="grid gap-5">
      <div>
        <h2 id="series" ref={focusWhenShown} tabIndex={-1} className="text-heading">
          {free === dates.length ? 'All dates are free' : `${free} of ${dates.length} dates can be booked`}
        </h2>
        <p className="mt-1 font-semibold wrap-anywhere">{what}</p>
        <p className="mt-1 text-muted">
          {free === dates.length
            ? 'Nothing is booked yet.'
            : 'Nothing is booked yet. Dates that are not free are skipped.'}
        </p>
      </div>
      <ol className="grid gap-2">
        {dates.map(({ appointmentDate, clash }) => (
          <li
            key={appointmentDate}
            className="grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-3 rounded-control border border-line px-4 py-2"
          >
            {clash === undefined ? (
              <CircleCheck className="size-5 text-pine" aria-label="Free:" />
            ) : (
              <CircleX className="size-5 text-danger" aria-label="Skipped:" />
            )}
            <span>
              {fullDate(isoFromMediumDate(appointmentDate) ?? '')}
              {clash !== undefined && <span className="block text-muted wrap-anywhere">{clash}</span>}
            </span>
          </li>
        ))}
      </ol>
      <FormError message={message} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {free > 0 && (
          <Button busy={isSending} onClick={onBook}>
            {`Book ${counted(free, 'appointment')}`}
          </Button>
        )}
        <Button variant="secondary" onClick={onChange}>
          Change
        </Button>
      </div>
    </section>
  );
}
