import type { ListedPerson, PeopleOrder } from '@openhours/contract/people.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import type { Deletion } from './deletion-dialog.tsx';
import { PeopleListPage } from './people-list-page.tsx';
import { PeopleTable } from './people-table.tsx';
import type { Role } from './role-cell.tsx';

const RoleRemovalDialog = lazyDialog(() => import('./role-removal-dialog.tsx').then((file) => file.RoleRemovalDialog));

const ResetDialog = lazyDialog(() => import('./second-factor-reset-dialog.tsx').then((file) => file.ResetDialog));

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
  'front-desk',
  '-front-desk',
] as const satisfies readonly PeopleOrder[];

const phoneOrders: readonly { order: PeopleOrder; label: string }[] = [
  { order: 'name', label: 'Name' },
  { order: 'email', label: 'Email' },
  { order: '-joined', label: 'Newest first' },
  { order: 'admin', label: 'Admins first' },
  { order: 'doctor', label: 'Doctors first' },
  { order: 'front-desk', label: 'Front desk first' },
];

const deletion: Deletion = {
  send: (id, context) => client.people.delete({ id }, { context }),
  done: () => 'User deleted successfully.',
  failed: 'Failed to delete user.',
  unanswered: 'An error occurred while deleting the user.',
};

/** All Users: everyone with an account, and their roles. */
export function Component() {
  const { uid } = useSignedInUser();
  const removal = useChosen<{ person: ListedPerson; role: Role }>();
  const reset = useChosen<ListedPerson>();
  const signOut = useChosen<ListedPerson>();
  return (
    <>
      <PeopleListPage<ListedPerson, PeopleOrder>
        title="All Users"
        note={(find) => (
          <>
            Everyone with an account.
            <span className="block">
              <TextLink href={href.bookForPatient(find === '' ? {} : { find })}>
                Find or delete a patient without an account
              </TextLink>
            </span>
          </>
        )}
        orders={orders}
        phoneOrders={phoneOrders}
        count={(input) => api.people.count.queryOptions({ input })}
        keyOf={(input) => api.people.list.key({ input, type: 'query' })}
        ask={(question, signal) => client.people.list(question, { signal })}
        failure="We could not load the users."
        nothing={<EmptyState title="No users yet" />}
        deletion={deletion}
        insteadOfDeleting={(person, closeQuestion) =>
          person.can.endSessions && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
              <p>Was a device lost? The account can stay.</p>
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  closeQuestion();
                  signOut.open(person);
                }}
              >
                Sign out everywhere
              </Button>
            </div>
          )
        }
      >
        {({ rows, ...shown }) => (
          <PeopleTable
            people={rows}
            ownId={uid}
            onRemoveRole={(person, role) => removal.open({ person, role })}
            onReset={reset.open}
            {...shown}
          />
        )}
      </PeopleListPage>
      <ChosenDialog of={reset}>{(person, dialog) => <ResetDialog {...dialog} person={person} />}</ChosenDialog>
      <ChosenDialog of={signOut}>
        {({ _id, name }, dialog) => (
          <ConfirmedCall
            {...dialog}
            title={`Sign ${name} out everywhere?`}
            description="They have to log in again on every browser and device, and their calendar feed ends. If somebody else knows their password, ask them to change it."
            action="Sign out everywhere"
            call={() => client.people.endSessions({ id: _id })}
            success={({ deletedCount }) =>
              deletedCount > 0 ? `${name} is signed out everywhere.` : `${name} was not signed in anywhere.`
            }
            refetches={[api.audit]}
          />
        )}
      </ChosenDialog>
      <ChosenDialog of={removal}>{(chosen, dialog) => <RoleRemovalDialog {...dialog} {...chosen} />}</ChosenDialog>
    </>
  );
}
