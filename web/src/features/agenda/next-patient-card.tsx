import { slotLabel } from '@openhours/contract/slot-label.ts';
import { useClinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useFocusInside } from '../../ui/use-focus-inside.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { secondLine } from './agenda-item-view.tsx';
import { DelayField } from './delay-field.tsx';
import { nextPatient } from './next-patient.ts';
import { StateButtons } from './state-buttons.tsx';
import { useAgenda } from './use-agenda.ts';

const titleId = 'next-patient';

/** The next patient of a doctor, with what can become of the appointment now. */
export function NextPatientCard({ doctorId }: { doctorId: string }) {
  const today = useClinicToday();
  const agenda = useAgenda({ from: today, to: today, doctor: doctorId });
  const day = agenda.data?.days[0];
  const minute = useClinicMinute();
  const next = day && nextPatient(day.appointments, minute - (day.lateMinutes ?? 0));
  const card = useFocusInside(day && `${next?._id} ${next?.version}`);
  if (!agenda.data) {
    return (
      <WithoutData query={agenda} message="We could not load your agenda.">
        <Skeleton className="h-66 rounded-card! sm:h-52" />
      </WithoutData>
    );
  }
  // A doctor without a treatment has no calendar.
  if (!day || agenda.data.calendars.length === 0) return null;
  return (
    <Card role="region" aria-labelledby={titleId}>
      <div ref={card} tabIndex={-1} className="grid gap-4 outline-none">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={titleId} className="font-semibold text-muted">
            {next?.state === 'in-progress' ? 'With you now' : 'Your next patient'}
          </h2>
          <TextLink href={href.agenda()}>
            Agenda<span className="sr-only"> of today</span>
          </TextLink>
        </div>
        {next ? (
          <p>
            <span dir="auto" className="block text-title font-semibold wrap-anywhere">
              {/* To the notes, the reason for the visit, and the next appointment. */}
              <TextLink href={href.agenda({ appointment: next._id })}>{next.patient}</TextLink>
            </span>
            <span className="block text-lg tabular-nums">{slotLabel(next)}</span>
            <span className="text-muted">{secondLine(next)}</span>
          </p>
        ) : (
          <p className="text-heading font-semibold">No more patients today</p>
        )}
        <div className="flex flex-wrap items-end gap-3">
          {next && <StateButtons booking={next} />}
          <DelayField calendarId={day.calendarId} minutes={day.lateMinutes ?? 0} />
        </div>
      </div>
    </Card>
  );
}
