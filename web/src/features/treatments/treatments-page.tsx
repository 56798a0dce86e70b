import { PageHeading } from '../../ui/page-heading.tsx';
import { TreatmentsEditor } from './treatments-editor.tsx';

/** The clinic's treatments, for admins. */
export function Component() {
  return (
    <div className="max-w-3xl">
      <TreatmentsEditor
        heading={(button) => (
          <PageHeading title="Treatments" action={button}>
            What patients can book. Changes apply to new appointments: booked ones keep their name, length and price.
          </PageHeading>
        )}
      />
    </div>
  );
}
