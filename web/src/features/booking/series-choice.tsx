import type { CancellableSeries } from '@openhours/contract/booking.ts';
import { amountText } from '@openhours/contract/money.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useId } from 'react';
import { href } from '../../pages.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Asks whether to cancel an appointment alone, or with the later ones of its series. */
export function SeriesChoice({
  series,
  isTogether,
  onChange,
}: {
  series: CancellableSeries;
  isTogether: boolean;
  onChange: (isTogether: boolean) => void;
}) {
  const name = useId();
  const later = series.appointments.length - 1;
  return (
    <fieldset>
      <legend className="text-[0.9375rem] font-semibold">What to cancel</legend>
      <Checkbox type="radio" name={name} checked={!isTogether} onChange={() => onChange(false)}>
        This appointment
      </Checkbox>
      <Checkbox type="radio" name={name} checked={isTogether} onChange={() => onChange(true)}>
        {`This and the ${later === 1 ? 'later one' : `${later} later ones`} of the series`}
      </Checkbox>
    </fieldset>
  );
}

/** Says of an appointment that is cancelled by its link that the later ones of its series stay. */
export function LaterStay({ count }: { count: number }) {
  return (
    <p>
      {count === 1
        ? 'The later appointment of this series stays. You can cancel it in '
        : `The ${count} later appointments of this series stay. You can cancel them in `}
      <TextLink href={href.myAppointments()}>My Appointments</TextLink>.
    </p>
  );
}

/** The appointments that would be cancelled together, and what is refunded of each. */
export function SeriesList({ appointments }: Pick<CancellableSeries, 'appointments'>) {
  const doctor = appointments[0]?.doctorName;
  return (
    <ul aria-label="Appointments to cancel" className="grid gap-2 rounded-control bg-sunken px-4 py-3 text-[0.9375rem]">
      {appointments.map(({ _id, appointmentDate, slot, doctorName, refund, note }) => (
        <li key={_id} className="flex flex-wrap justify-between gap-x-4">
          <span className="tabular-nums">
            <time className="whitespace-nowrap">{appointmentDate}</time>,{' '}
            <time className="whitespace-nowrap">{slot}</time>
            {doctorName && doctorName !== doctor && ` with ${titledName(doctorName)}`}
          </span>
          {refund.amount > 0 && (
            <span className="whitespace-nowrap">{`${amountText(refund.amount, refund.currency)} back`}</span>
          )}
          {note && <span className="w-full text-sm text-muted">{note}</span>}
        </li>
      ))}
    </ul>
  );
}
