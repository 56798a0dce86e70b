import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useSignedInUser } from '../../api/session-query.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { HoursEditor } from './hours-editor.tsx';

/** The hours of the signed-in doctor. */
export function Component() {
  const { uid, isDoctor } = useSignedInUser();
  return (
    <>
      <PageHeading title="My Hours">
        When patients can book you. <ZoneNote />
      </PageHeading>
      {isDoctor ? (
        <HoursEditor doctorId={uid} />
      ) : (
        <EmptyState
          icon={<CalendarClock className="size-7" />}
          title="You are not a doctor here"
          action={<LinkButton href={href.manageDoctors()}>Manage Doctors</LinkButton>}
        >
          To change a doctor’s hours, go to Manage Doctors.
        </EmptyState>
      )}
    </>
  );
}
