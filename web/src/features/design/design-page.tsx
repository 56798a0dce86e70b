import { PageHeading } from '../../ui/page-heading.tsx';
import { Buttons } from './buttons.tsx';
import { Choosers } from './choosers.tsx';
import { People, Tables } from './data.tsx';
import { Fields } from './fields.tsx';
import { Messages } from './messages.tsx';
import { Loading, NothingAndErrors } from './states.tsx';
import { Colours, Shapes, TypeScale } from './tokens.tsx';

/** Every component of `web/src/ui` in all its states, for developers. Not part of the product. */
export function DesignPage() {
  return (
    // Busy examples stay busy: tests that wait for the page to be idle must skip them.
    <div data-gallery className="min-w-0">
      <PageHeading title="Design">Every component in all its states, in light and in dark.</PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
        <Colours />
        <TypeScale />
        <Shapes />
        <Buttons />
        <Fields />
        <Choosers />
        <Messages />
        <Loading />
        <NothingAndErrors />
        <People />
        <Tables />
      </div>
    </div>
  );
}
