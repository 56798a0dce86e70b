import { useSignedInUser } from '../../api/session-query.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ClosingDaysEditor } from './closing-days-editor.tsx';

/** Closing days, for doctors and admins. */
export function Component() {
  const { isAdmin } = useSignedInUser();
  return (
    <div className="max-w-3xl">
      <ClosingDaysEditor
        heading={(button) => (
          <PageHeading title="Closing Days" action={button}>
            {isAdmin
              ? 'Days and times when nothing can be booked, with the reason that patients see.'
              : 'Your holidays, and other days and times when patients cannot book you.'}
          </PageHeading>
        )}
      />
    </div>
  );
}
