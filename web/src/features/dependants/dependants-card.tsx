import type { Dependant } from '@openhours/contract/dependants.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { MOST_DEPENDANTS } from '@openhours/contract/relations.ts';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import { Button } from '../../ui/button.tsx';
import { FormErrorText } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { ProfileCard } from '../profile/profile-card.tsx';
import { relationWords } from './relation-words.ts';

const DependantDialog = lazyDialog(async () => (await import('./dependant-dialog.tsx')).DependantDialog);

/** The people whom the account's owner looks after and books for. */
export function DependantsCard() {
  const found = useQuery(api.dependants.list.queryOptions());
  /** `undefined` while a person is added. */
  const editing = useChosen<Dependant | undefined>();
  const removal = useChosen<Dependant>();
  const people = found.data ?? [];
  return (
    <ProfileCard title="People you look after" lead="Book appointments for your child, a parent or somebody else.">
      {found.isPending && <Skeleton className="h-11" />}
      <div role="alert" className="empty:hidden">
        {found.isError && <FormErrorText message="We could not load these people. Please try again in a moment." />}
      </div>
      {people.length > 0 && (
        <ul className="grid gap-2">
          {people.map((one) => (
            <li
              key={one._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line px-4 py-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <strong dir="auto" className="font-semibold">
                  {one.name}
                </strong>
                <span className="block text-sm text-muted">
                  {`${relationWords[one.relation]} · born ${mediumDateFromIso(one.dateOfBirth)}`}
                </span>
              </span>
              <span className="-mx-3.5 flex gap-2">
                <Button variant="quiet" size="small" aria-label={`Edit ${one.name}`} onClick={() => editing.open(one)}>
                  Edit
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => removal.open(one)}
                >
                  Remove
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.data && people.length < MOST_DEPENDANTS && (
        <Button variant="secondary" className="justify-self-start" onClick={() => editing.open(undefined)}>
          Add a person
        </Button>
      )}
      <ChosenDialog of={editing}>
        {(dependant, dialog) => <DependantDialog {...dialog} dependant={dependant} />}
      </ChosenDialog>
      <ChosenDialog of={removal}>
        {({ _id, name }, dialog) => (
          <ConfirmedCall
            {...dialog}
            title={`Remove ${name}?`}
            description="You can no longer book for them. Their past appointments stay on your list."
            action="Remove"
            call={() => client.dependants.remove({ id: _id })}
            success={() => `${name} was removed.`}
            refetches={[api.dependants]}
          />
        )}
      </ChosenDialog>
    </ProfileCard>
  );
}
