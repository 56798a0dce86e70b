import { PageHeading } from '../../ui/page-heading.tsx';
import { Buttons, Fields } from './controls.tsx';
import { Messages } from './messages.tsx';
import { Loading, NothingAndErrors } from './states.tsx';

/** The states of components that screens seldom show, for developers. Not part of the product. */
export function DesignPage() {
  return (
    // Busy examples stay busy: tests that wait for the page to be idle must skip them.
    <div data-gallery className="min-w-0">
      <PageHeading title="Design">The states of components, in light and in dark.</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
        <Buttons />
        <Fields />
        <Messages />
        <Loading />
        <NothingAndErrors />
      </div>
    </div>
  );
}
