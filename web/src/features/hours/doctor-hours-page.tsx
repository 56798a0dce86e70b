import type { DoctorHours } from '@openhours/contract/hours.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { zoneNote } from '../../clinic/zone.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { href } from '../../pages.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { HoursEditor } from './hours-editor.tsx';

/** A doctor's hours, for admins. */
export function Component() {
  const { id = '' } = useParams();
  // Another doctor's begin anew.
  return <HoursOf key={id} doctorId={id} />;
}

function HoursOf({ doctorId }: { doctorId: string }) {
  const [isDirty, setIsDirty] = useState(false);
  const [loaded, setLoaded] = useState<DoctorHours>();
  return (
    <>
      <LeaveGuard when={isDirty} />
      <TextLink href={href.manageDoctors()} className="mb-3 min-h-11">
        Manage Doctors
      </TextLink>
      <PageHeading title={loaded ? `Hours of ${titledName(loaded.doctorName)}` : 'Hours'}>
        When patients can book this doctor. {zoneNote()}
      </PageHeading>
      <HoursEditor doctorId={doctorId} onDirty={setIsDirty} onLoaded={setLoaded} />
    </>
  );
}
