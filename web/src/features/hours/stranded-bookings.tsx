import { counted } from '@openhours/contract/counted.ts';
import { useId, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { treatmentText } from '../appointments/treatment-text.ts';
import { EmailsOffText } from '../booking/emails-off.tsx';
import { firstBookings } from './first-bookings.ts';
import type { Decision, StrandingSave } from './use-stranding-save.ts';

const choices: readonly { decision: Decision; label: string }[] = [
  { decision: 'keep', label: 'Keep it' },
  { decision: 'cancel', label: 'Cancel and refund' },
];

/** Lists the stranded appointments, with a choice to keep or cancel each. Renders nothing if there are none. */
export function StrandedBookings({
  stranding: { bookings, added, decisions, undecided, attempt, decide },
}: {
  stranding: StrandingSave;
}) {
  const id = useId();
  const [isLong, setIsLong] = useState(false);
  if (bookings.length === 0) return null;
  const few = firstBookings(bookings, { added });
  const shown = isLong ? bookings : few;
  const all = bookings.map(({ _id }) => _id);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-card border border-line-strong bg-surface p-4.5 sm:p-6"
      data-stranded=""
    >
      <div>
        <h2 id={id} tabIndex={-1} className="text-heading">
          {counted(bookings.length, 'appointment no longer fits', 'appointments no longer fit')}
        </h2>
        <p className="mt-1 text-muted">
          {`Decide what happens to each. If you cancel, the patient gets an email with the reason${
            bookings.every(({ emails }) => emails === 'on') ? '' : ' unless emails are off'
          }. Cancelled appointments are refunded in full. For your own appointments, the refund rules for patients apply.`}
        </p>
        <div role="status">
          {added.length > 0 && (
            <p className="mt-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
              {counted(added.length, 'appointment was', 'appointments were')} booked while you decided. Nothing has been
              saved yet.
            </p>
          )}
        </div>
      </div>
      {bookings.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => decide(all, 'keep')}>
            Keep all
          </Button>
          <Button variant="secondary" size="small" onClick={() => decide(all, 'cancel')}>
            Cancel and refund all
          </Button>
        </div>
      )}
      <ul className="grid gap-3">
        {shown.map(({ _id, patient, treatment, doctorName, appointmentDate, slot, emails, phone }) => {
          const decision = decisions[_id];
          const isMissing = attempt > 0 && decision === undefined;
          return (
            <li key={_id}>
              <fieldset
                aria-describedby={isMissing ? `${id}-${_id}` : undefined}
                className="rounded-control border border-line p-3.5"
              >
                <legend className="float-start w-full pb-1">
                  <span dir="auto" className="font-semibold wrap-anywhere">
                    {patient}
                  </span>{' '}
                  {added.includes(_id) && <Badge tone="warning">Just booked</Badge>}
                  <span className="block text-[0.9375rem] text-muted">
                    <time className="whitespace-nowrap">{appointmentDate}</time>,{' '}
                    <time className="whitespace-nowrap">{slot}</time> · {treatmentText({ treatment, doctorName })}
                  </span>
                  {emails !== 'on' && (
                    <span className="block text-[0.9375rem] text-muted">
                      <EmailsOffText emails={emails} phone={phone} />
                    </span>
                  )}
                </legend>
                <div className="clear-both flex flex-wrap gap-x-6">
                  {choices.map(({ decision: choice, label }) => (
                    <Checkbox
                      key={choice}
                      type="radio"
                      name={`${id}-${_id}`}
                      checked={decision === choice}
                      onChange={() => decide([_id], choice)}
                    >
                      {label}
                    </Checkbox>
                  ))}
                </div>
                {isMissing && (
                  <p id={`${id}-${_id}`} className="text-sm font-medium text-danger">
                    Choose what happens to this appointment.
                  </p>
                )}
              </fieldset>
            </li>
          );
        })}
      </ul>
      {bookings.length > few.length && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${bookings.length}`}
        </Button>
      )}
      <p role="status" className="text-sm text-muted">
        {undecided.length > 0 ? `${undecided.length} still to decide.` : 'All decided.'}
      </p>
    </section>
  );
}
