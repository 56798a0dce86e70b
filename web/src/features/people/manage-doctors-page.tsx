import type { Doctor, DoctorsOrder } from '@openhours/contract/people.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stethoscope } from 'lucide-react';
import { api, client } from '../../api/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Deletion } from './deletion-dialog.tsx';
import { DoctorsTable } from './doctors-table.tsx';
import { LazyDeletionDialog, LazySpecialtyDialog } from './lazy-dialogs.tsx';
import { ListBody } from './list-body.tsx';
import { SearchField, SortField } from './list-controls.tsx';
import { useChosen } from './use-chosen.ts';
import { useListPage } from './use-list-page.ts';
import { useListing } from './use-listing.ts';

const orders = [
  'name',
  '-name',
  'email',
  '-email',
  'specialty',
  '-specialty',
] as const satisfies readonly DoctorsOrder[];

const phoneOrders: readonly { order: DoctorsOrder; label: string }[] = [
  { order: 'name', label: 'Name' },
  { order: 'email', label: 'Email' },
  { order: 'specialty', label: 'Specialty' },
];

const context = { bearer: true };

const deletion: Deletion = {
  send: (id) => client.doctors.delete({ id }, { context }),
  done: (name) => `Doctor ${name} deleted successfully`,
  failed: 'Failed to delete doctor.',
  unanswered: 'An error occurred while deleting the doctor.',
};

/** Manage Doctors: who practises at the clinic, and for what they can be booked. */
export function Component() {
  const { listing, turnTo, sortBy, searchFor, sortingBy } = useListing<DoctorsOrder>({ orders, usual: 'name' });
  const { search } = listing;
  const all = useQuery(api.doctors.count.queryOptions({ input: {}, context }));
  const found = useQuery(
    api.doctors.count.queryOptions({ input: { search }, context, placeholderData: keepPreviousData }),
  );
  const doctors = useListPage({
    of: 'doctors',
    listing,
    orders,
    ask: (question, signal) => client.doctors.list(question, { context, signal }),
  });
  const toDelete = useChosen<Doctor>();
  const toEquip = useChosen<Doctor>();
  const howMany = search === '' ? all.data?.count : found.data?.count;
  return (
    <>
      <PageHeading
        title={all.data ? `Manage Doctors (${all.data.count})` : 'Manage Doctors'}
        documentTitle="Manage Doctors"
        action={
          <LinkButton href="/dashboard/addDoctor" variant="secondary">
            Add A Doctor
          </LinkButton>
        }
      />
      <div className="mb-5 flex flex-wrap items-end gap-4">
        <SearchField label="Search by name or e-mail" value={search} onSearch={searchFor} />
        <SortField value={listing.sort} choices={phoneOrders} onSort={sortBy} />
      </div>
      <p role="status" className={search === '' ? 'sr-only' : 'mb-4 text-muted'}>
        {search !== '' && found.data && !found.isPlaceholderData && `${found.data.count} found for “${search}”`}
      </p>
      <ListBody
        query={doctors}
        found={howMany}
        failure="The doctors could not be fetched."
        nothing={
          <EmptyState
            icon={<Stethoscope className="size-7" />}
            title="No doctors yet"
            action={<LinkButton href="/dashboard/addDoctor">Add A Doctor</LinkButton>}
          >
            Who is registered here, or made a doctor under All Users, is listed here.
          </EmptyState>
        }
        onTurn={turnTo}
      >
        {(rows) => (
          <DoctorsTable doctors={rows} sortingBy={sortingBy} onDelete={toDelete.open} onAddSpecialty={toEquip.open} />
        )}
      </ListBody>
      {toDelete.chosen && (
        <LazyDeletionDialog
          key={`delete ${toDelete.chosen.opening}`}
          open={toDelete.chosen.open}
          person={toDelete.chosen.row}
          deletion={deletion}
          onClose={toDelete.close}
          onDeleted={toDelete.closeAfterDeletion}
          finalFocus={toDelete.landing}
        />
      )}
      {toEquip.chosen && (
        <LazySpecialtyDialog
          key={`equip ${toEquip.chosen.opening}`}
          open={toEquip.chosen.open}
          doctor={toEquip.chosen.row}
          onClose={toEquip.close}
        />
      )}
    </>
  );
}
