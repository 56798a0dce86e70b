import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SpecialtyFilter, useChosenSpecialty } from '../schedule/specialty-filter.tsx';
import { useNameSearch } from '../schedule/use-name-search.ts';
import { FreeTimes } from './free-times.tsx';

/** The public page with the free times of all doctors. Choosing a time requires an account. */
export function Component() {
  const specialties = useQuery(api.schedule.specialties.queryOptions());
  const names = specialties.data?.map(({ name }) => name) ?? [];
  const [chosen, choose] = useChosenSpecialty(names);
  const [search, searchFor] = useNameSearch();
  const id = specialties.data?.find(({ name }) => name === chosen)?._id;
  return (
    <>
      <PageHeading title="Doctors and free times">
        Choose a time.<span data-when="signed-out"> In the next step you log in or sign up.</span>
      </PageHeading>
      <div className="grid gap-6">
        <SpecialtyFilter specialties={names} chosen={chosen} onChoose={choose} />
        <FreeTimes
          of={id === undefined ? {} : { specialty: id }}
          showsDoctor
          among={{ specialty: chosen, search, onSearch: searchFor }}
        />
      </div>
    </>
  );
}
