import type { DoctorsOnDate } from '@openhours/contract/clinic-hours.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { longDay } from '../doctors/week.ts';
import type { TimeRange } from '../hours/typed-time.ts';
import { canToggle, nobodyWorks, ownHoursText, toggled, withChosen } from './who-works.ts';

/** The doctors on a date. */
export function doctorsOnQuery(date: string) {
  return api.clinicHours.doctorsOn.queryOptions({ input: { date } });
}

type Props = {
  date: string;
  /** The special opening hours of the date. */
  hours: readonly TimeRange[];
  /** The ids of the doctors who are chosen for this date; `undefined`: those who are saved. */
  chosen: readonly string[] | undefined;
  onChange: (next: string[] | undefined) => void;
};

/** Who works during special opening hours, with a choice of doctors. */
export function WorkingDoctors(props: Props) {
  const on = useQuery(doctorsOnQuery(props.date));
  if (on.data) return <Loaded key={props.date} on={on.data} {...props} />;
  if (on.isError) return <LoadError query={on} message="We could not load who works on this date." />;
  return <Skeleton className="h-11" />;
}

function Loaded({ on: saved, date, hours, chosen, onChange }: Props & { on: DoctorsOnDate }) {
  const on = chosen ? withChosen(saved, chosen) : saved;
  const isNobody = nobodyWorks(on, hours);
  const [isOpen] = useState(isNobody);
  const long = longDay(date, useClinicToday());
  return (
    <div className="grid gap-3">
      <div role="status">
        {on.closure !== undefined ? (
          <Warning>
            The clinic is closed on {long}: {on.closure}. Patients cannot book.
          </Warning>
        ) : (
          isNobody && <Warning>Nobody works at this time on {long}. Until somebody does, patients cannot book.</Warning>
        )}
      </div>
      {on.doctors.length > 0 && (
        <details open={isOpen} className="rounded-control border border-line px-3.5">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            Choose who works then<span className="sr-only">, {long}</span>
          </summary>
          <fieldset className="border-t border-line py-3">
            <legend className="sr-only">Doctors who work on {long}</legend>
            <p className="text-[0.9375rem] text-muted">
              On this date, the doctors you choose work during all opening hours above. The others work in their own
              hours, as far as the clinic is open.
            </p>
            <div className="mt-2 grid gap-x-5 gap-y-1 sm:grid-cols-2">
              {on.doctors.map((doctor) => (
                <Checkbox
                  key={doctor._id}
                  checked={doctor.isChosen}
                  disabled={!canToggle(saved, doctor)}
                  onChange={() => onChange(toggled(saved, { chosen, doctorId: doctor._id }))}
                >
                  <span className="min-w-0 py-1">
                    <span dir="auto" className="block wrap-anywhere">
                      {doctor.name}
                    </span>
                    <span className="block text-sm text-muted">{ownHoursText(doctor)}</span>
                  </span>
                </Checkbox>
              ))}
            </div>
          </fieldset>
        </details>
      )}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-amber-soft px-4 py-3 text-[0.9375rem] text-amber-ink">{children}</p>;
}
