import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { useReload } from '../hours/use-reload.ts';
import { ClinicFactsForm } from './clinic-facts-form.tsx';
import { clinicFactsQuery } from './clinic-queries.ts';

/** The clinic's name, address, settings and texts, for admins. */
export function Component() {
  const facts = useQuery(clinicFactsQuery);
  const { generation, reload } = useReload(facts);
  return (
    <>
      <PageHeading title="Clinic">
        Name, address and texts of your clinic. Emails, receipts and the next page that is opened show what you save.
      </PageHeading>
      {facts.data ? (
        <ClinicFactsForm key={generation} facts={facts.data} onReload={reload} />
      ) : (
        <WithoutData query={facts} message="We could not load your clinic.">
          <div aria-hidden="true" className="grid max-w-3xl gap-6">
            {['h-120', 'h-60', 'h-120'].map((height, place) => (
              <Skeleton key={place} className={`${height} rounded-card!`} />
            ))}
          </div>
        </WithoutData>
      )}
    </>
  );
}
