import { ZoneNote } from '../../clinic/zone-note.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { ClinicHoursEditor } from './clinic-hours-editor.tsx';
import { RulesForm } from './rules-form.tsx';

/** The clinic's opening hours and its rules for bookings, for admins. */
export function Component() {
  return (
    <>
      <PageHeading title="Hours and Rules">
        They apply to new appointments. Booked appointments keep the rules under which they were booked. <ZoneNote />
      </PageHeading>
      <div className="grid max-w-3xl gap-6">
        <TitledCard
          title="Opening hours"
          lead="No doctor can be booked outside these hours. Type 9, 9:30, 930 or 5pm, or a whole day: 9-12, 1-5."
        >
          <ClinicHoursEditor />
        </TitledCard>
        <TitledCard title="Rules for booking">
          <RulesForm />
        </TitledCard>
      </div>
    </>
  );
}
