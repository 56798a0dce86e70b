import { useSignedInUser } from '../../api/session-query.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { href, pageAt } from '../../pages.ts';
import { useAddress } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { hrefToBook, readView } from './agenda-view.ts';
import type { FollowButton } from './follow-button.ts';

/** Books another appointment of a patient: the front desk in its form, doctors with themselves, in a dialog. */
export function BookAnother({ patient, next }: { patient: string; next: FollowButton }) {
  const { isAdmin, isFrontDesk } = useSignedInUser();
  const today = useClinicToday();
  const { pathname, search } = useAddress();
  if (!isAdmin && !isFrontDesk) {
    return (
      <Button variant="secondary" size="small" className="mt-1 justify-self-start" {...next}>
        Book the next appointment
      </Button>
    );
  }
  const isAgenda = pageAt(pathname)?.name === 'agenda';
  const find = { find: patient };
  return (
    <LinkButton
      href={isAgenda ? hrefToBook(readView(new URLSearchParams(search), today), find) : href.bookForPatient(find)}
      variant="secondary"
      size="small"
      className="mt-1 justify-self-start"
    >
      Book another appointment
    </LinkButton>
  );
}
