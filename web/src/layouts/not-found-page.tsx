import { href } from '../pages.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function NotFoundPage() {
  return (
    <>
      <PageHeading title="Page not found">
        There is nothing at this address. It may have moved, or the link may be incomplete.
      </PageHeading>
      <LinkButton href={href.home()}>Go to the home page</LinkButton>
    </>
  );
}
