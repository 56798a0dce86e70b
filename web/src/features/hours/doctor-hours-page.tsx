import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { HoursEditor, hoursOfDoctor } from './hours-editor.tsx';

/** A doctor's hours, for admins. */
export function Component() {
  const id = useIdInPath();
  const { data: hours } = useQuery(hoursOfDoctor(id));
  return (
    <>
      <BackLink href={href.manageDoctors()}>Back to Manage Doctors</BackLink>
      <PageHeading title={hours ? `Hours of ${titledName(hours.doctorName)}` : 'Hours'}>
        When patients can book this doctor. <ZoneNote />
      </PageHeading>
      <HoursEditor key={id} doctorId={id} />
    </>
  );
}
