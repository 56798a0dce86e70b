import { useQuery } from '@tanstack/react-query';
import { href } from '../../pages.ts';
import { useHistory } from '../../router.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { ClinicFactsForm } from '../clinic/clinic-facts-form.tsx';
import { clinicFactsQuery } from '../clinic/clinic-queries.ts';
import { useReload } from '../hours/use-reload.ts';
import type { StepProps } from './setup-step-page.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 2: name, address, contact, time zone and currency. */
export function ClinicStep({ progress }: StepProps) {
  const history = useHistory();
  const facts = useQuery(clinicFactsQuery);
  const { generation, reload } = useReload(facts);
  return (
    <StepFrame
      step="clinic"
      progress={progress}
      text="What patients see on your pages, in emails and on receipts. You can change it later under Clinic."
    >
      {facts.data ? (
        <ClinicFactsForm
          key={generation}
          facts={facts.data}
          isShort
          saveLabel="Save and continue"
          onSaved={() => history.push(href.setupStep('hours'))}
          onReload={reload}
        />
      ) : (
        <WithoutData query={facts} message="We could not load the clinic.">
          <Skeleton className="h-124 rounded-card!" />
        </WithoutData>
      )}
    </StepFrame>
  );
}
