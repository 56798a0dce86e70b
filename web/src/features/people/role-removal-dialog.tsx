import type { ListedPerson } from '@openhours/contract/people.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { sessionQuery, useSignedInUser } from '../../api/session-query.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { Consequences } from './consequences.tsx';
import { consequencesOfNoDoctor } from './deletion-words.ts';
import type { Role } from './role-cell.tsx';

const words = {
  admin: { label: 'admin', noun: 'an admin', loses: 'the admin pages', call: client.people.removeAdmin },
  doctor: { label: 'doctor', noun: 'a doctor', loses: '', call: client.people.removeDoctor },
  'front-desk': {
    label: 'front desk',
    noun: 'at the front desk',
    loses: "the clinic's appointments",
    call: client.people.removeFrontDesk,
  },
} as const;

/** Asks before removing a role, and shows the effects. */
export function RoleRemovalDialog({ person, role, ...dialog }: RowDialogProps & { person: ListedPerson; role: Role }) {
  const { label, noun, loses, call } = words[role];
  const user = useSignedInUser();
  const preview = useQuery(
    api.people.deletion.queryOptions({
      input: { id: person._id },
      enabled: dialog.open && role === 'doctor',
      staleTime: 0,
    }),
  );
  const remove = useMutation({
    mutationFn: (): Promise<{ modifiedCount: number }> => call({ id: person._id }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) toast.success(`${person.name} is no longer ${noun}.`);
      else toast.error(`Nothing changed for ${person.name}. The list is now up to date.`);
      dialog.onClose();
    },
    meta: { refetches: [api.people, api.doctors, api.audit, api.schedule, sessionQuery.queryKey] },
  });
  const isKnown = role !== 'doctor' || preview.data !== undefined;
  return (
    <QuestionDialog
      {...dialog}
      title={`Remove the ${label} role?`}
      description={`${person.name} keeps the account and can get the role back.`}
      action="Remove"
      disabled={!isKnown}
      busy={remove.isPending}
      message={failureMessage(remove.error)}
      onConfirm={() => remove.mutate()}
    >
      {role === 'doctor' ? (
        <Consequences
          sentences={preview.data && consequencesOfNoDoctor(preview.data, person)}
          failure={preview.data ? undefined : failureMessage(preview.error)}
          query={preview}
        />
      ) : (
        <p>
          {person._id === user.uid ? 'You' : 'They'} will lose access to {loses} at once.
        </p>
      )}
    </QuestionDialog>
  );
}
