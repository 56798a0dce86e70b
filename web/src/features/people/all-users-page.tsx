import type { ListedPerson, PeopleOrder } from '@openhours/contract/people.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Deletion } from './deletion-dialog.tsx';
import { LazyDeletionDialog, LazyRoleRemovalDialog } from './lazy-dialogs.tsx';
import { ListBody } from './list-body.tsx';
import { SearchField, SortField } from './list-controls.tsx';
import { PeopleTable } from './people-table.tsx';
import type { Role } from './role-cell.tsx';
import { useChosen } from './use-chosen.ts';
import { useListPage } from './use-list-page.ts';
import { useListing } from './use-listing.ts';

const orders = [
  'name',
  '-name',
  'email',
  '-email',
  'joined',
  '-joined',
  'admin',
  '-admin',
  'doctor',
  '-doctor',
] as const satisfies readonly PeopleOrder[];

const phoneOrders: readonly { order: PeopleOrder; label: string }[] = [
  { order: 'name', label: 'Name' },
  { order: 'email', label: 'Email' },
  { order: '-joined', label: 'Newest first' },
  { order: 'admin', label: 'Admins first' },
  { order: 'doctor', label: 'Doctors first' },
];

const context = { bearer: true };

const deletion: Deletion = {
  send: (id) => client.people.delete({ id }, { context }),
  done: () => 'User deleted successfully.',
  failed: 'Failed to delete user.',
  unanswered: 'An error occurred while deleting the user.',
};

/** All Users: everyone whom the clinic knows, with their roles. */
export function Component() {
  const { uid } = useSignedInUser();
  const { listing, turnTo, sortBy, searchFor, sortingBy } = useListing<PeopleOrder>({ orders, usual: 'name' });
  const { search } = listing;
  const all = useQuery(api.people.count.queryOptions({ input: {}, context }));
  const found = useQuery(
    api.people.count.queryOptions({ input: { search }, context, placeholderData: keepPreviousData }),
  );
  const people = useListPage({
    of: 'people',
    listing,
    orders,
    ask: (question, signal) => client.people.list(question, { context, signal }),
  });
  const toDelete = useChosen<ListedPerson>();
  const [role, setRole] = useState<Role>('admin');
  const toDemote = useChosen<ListedPerson>();
  const howMany = search === '' ? all.data?.count : found.data?.count;

  return (
    <>
      <PageHeading title={all.data ? `All Users (${all.data.count})` : 'All Users'} documentTitle="All Users" />
      <div className="mb-5 flex flex-wrap items-end gap-4">
        <SearchField label="Search by name or e-mail" value={search} onSearch={searchFor} />
        <SortField value={listing.sort} choices={phoneOrders} onSort={sortBy} />
      </div>
      <p role="status" className={search === '' ? 'sr-only' : 'mb-4 text-muted'}>
        {search !== '' && found.data && !found.isPlaceholderData && `${found.data.count} found for “${search}”`}
      </p>
      <ListBody
        query={people}
        found={howMany}
        failure="The users could not be fetched."
        nothing={<EmptyState title="Nobody is here yet" />}
        onTurn={turnTo}
      >
        {(rows, first) => (
          <PeopleTable
            people={rows}
            first={first}
            ownId={uid}
            sortingBy={sortingBy}
            onDelete={toDelete.open}
            onRemoveRole={(person, which) => {
              setRole(which);
              toDemote.open(person);
            }}
          />
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
      {toDemote.chosen && (
        <LazyRoleRemovalDialog
          key={`demote ${toDemote.chosen.opening}`}
          open={toDemote.chosen.open}
          person={toDemote.chosen.row}
          role={role}
          onClose={toDemote.close}
        />
      )}
    </>
  );
}
