import type { ListedPerson } from '@openhours/contract/people.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure-message.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

export type Role = 'admin' | 'doctor';

const words = {
  admin: { label: 'Admin', make: 'Make Admin', call: client.people.makeAdmin },
  doctor: { label: 'Doctor', make: 'Make Doctor', call: client.people.makeDoctor },
} as const;

/** Whether a person has a role, with the button that gives it or begins to take it away. */
export function RoleCell({ person, role, onRemove }: { person: ListedPerson; role: Role; onRemove: () => void }) {
  const { label, make, call } = words[role];
  const has = role === 'admin' ? person.isAdmin : person.isDoctor;
  const mayMake = role === 'admin' ? person.can.makeAdmin : person.can.makeDoctor;
  const mayRemove = role === 'admin' ? person.can.removeAdmin : person.can.removeDoctor;
  const cell = useFocusKept(has);
  const queryClient = useQueryClient();
  const give = useMutation({
    mutationFn: () => call({ id: person._id }, { context: { bearer: true } }),
    networkMode: 'always',
    onSuccess: ({ modifiedCount }) => {
      // The specification has this one text for both roles.
      if (modifiedCount > 0) toast.success('Make admin successful.');
      else toast.error(`Nothing was changed for ${person.name}. The list is up to date now.`);
    },
    onError: (error) => toast.error(`${person.name}: ${failureMessage(error)}`),
    onSettled: () =>
      Promise.all(
        [api.people.key(), api.doctors.key(), api.audit.key(), sessionQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <div ref={cell} tabIndex={-1} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      {has && <Badge tone="positive">{label}</Badge>}
      {mayMake && (
        <Button
          variant="secondary"
          size="small"
          className="px-2.5!"
          busy={give.isPending}
          onClick={() => give.mutate()}
        >
          {make}
          <span className="sr-only">{person.name}</span>
        </Button>
      )}
      {mayRemove && (
        <Button variant="quiet" size="small" className="px-2!" onClick={onRemove}>
          Remove
          <span className="sr-only">
            the {role} role of {person.name}
          </span>
        </Button>
      )}
    </div>
  );
}

/** The button that had the focus has gone with the role that it gave: what has come in its place takes it over. */
function useFocusKept(state: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [state]);
  return element;
}
