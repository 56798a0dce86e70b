import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { NotFoundPage } from '../../layouts/not-found-page.tsx';
import { href } from '../../pages.ts';
import { useIdInPath } from '../../router.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FreeTimes } from './free-times.tsx';

/** The public page of a doctor: profile, treatments, and a week of free times. */
export function Component() {
  const slug = useIdInPath();
  const doctor = useQuery(api.availability.doctor.queryOptions({ input: { slug } }));
  if (isNotFound(doctor.error)) return <NotFoundPage />;
  if (doctor.isError && !doctor.data) {
    return (
      <>
        <PageHeading title="Doctor" />
        <ErrorState query={doctor} message="We could not load this page. Please try again in a moment." />
      </>
    );
  }
  return (
    <>
      <BackLink href={href.doctors()}>Back to all doctors</BackLink>
      {doctor.data ? (
        <div className="mb-8 flex items-center gap-5 *:mb-0">
          <Avatar name={doctor.data.name} photoURL={doctor.data.photoURL} size="large" />
          <PageHeading title={titledName(doctor.data.name)}>
            {doctor.data.specialties.map(({ name }) => name).join(' · ')}
          </PageHeading>
        </div>
      ) : (
        <div className="mb-8 flex items-start gap-5">
          <Skeleton className="size-24 rounded-full!" />
          <Skeleton className="h-10 w-64" />
        </div>
      )}
      <FreeTimes of={{ doctor: slug }} showsDoctor={false} />
    </>
  );
}
