import type { ListedPerson } from '@openhours/contract/people.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { nameId } from './name-id.ts';

export type Role = 'admin' | 'doctor' | 'front-desk';

/** The specification has the same text for both of its roles. */
const madeText = (_name: string): string => 'Make admin successful.';

const words = {
  admin: {
    label: 'Admin',
    make: 'Make Admin',
    question: (name: string) => `Make ${name} an admin?`,
    meaning: 'They can then manage users, doctors and payments, and make other people admins.',
    has: 'isAdmin',
    may: ['makeAdmin', 'removeAdmin'],
    to: '',
    made: madeText,
    call: client.people.makeAdmin,
  },
  doctor: {
    label: 'Doctor',
    make: 'Make Doctor',
    question: (name: string) => `Make ${name} a doctor?`,
    meaning: 'They can then write posts. Patients can book them once they have a specialty.',
    has: 'isDoctor',
    may: ['makeDoctor', 'removeDoctor'],
    to: '',
    made: madeText,
    call: client.people.makeDoctor,
  },
  'front-desk': {
    label: 'Front desk',
    // Short, because three columns of buttons must fit into a window of 1024 px.
    make: 'Add',
    to: 'to the front desk',
    made: (name: string) => `${name} now works at the front desk.`,
    question: (name: string) => `Let ${name} work at the front desk?`,
    meaning: 'They can then see every appointment of the clinic and book for patients.',
    has: 'isFrontDesk',
    may: ['makeFrontDesk', 'removeFrontDesk'],
    call: client.people.makeFrontDesk,
  },
} as const;

/** Whether a person has a role, with a button that gives or removes it after a question. */
export function RoleCell({ person, role, onRemove }: { person: ListedPerson; role: Role; onRemove: () => void }) {
  const { label, make, to, made, question, meaning, call, has: flag, may } = words[role];
  const has = person[flag];
  const [mayMake, mayRemove] = may.map((action) => person.can[action]);
  const cell = useFocusKept(has);
  const [isAsking, setIsAsking] = useState(false);
  const give = useMutation({
    mutationFn: () => call({ id: person._id }, { context: { bearer: true } }),
    onSuccess: ({ modifiedCount }) => {
      setIsAsking(false);
      if (modifiedCount > 0) toast.success(made(person.name));
      else toast.error(`Nothing changed for ${person.name}. The list is now up to date.`);
    },
    onError: (error) => toast.error(`${person.name}: ${failureMessage(error)}`),
    meta: { refetches: [api.people, api.doctors, api.audit, sessionQuery.queryKey], waits: true },
  });
  return (
    <div ref={cell} tabIndex={-1} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      {has && <Badge tone="positive">{label}</Badge>}
      {mayMake && (
        <Button
          variant="secondary"
          size="small"
          className="px-2.5!"
          aria-describedby={nameId(person)}
          onClick={() => setIsAsking(true)}
        >
          {make}
          {to && <span className="sr-only">{to}</span>}
        </Button>
      )}
      {mayRemove && (
        <Button variant="quiet" size="small" className="px-2!" onClick={onRemove}>
          Remove
          <span className="sr-only">
            the {label.toLowerCase()} role of {person.name}
          </span>
        </Button>
      )}
      <QuestionDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={question(person.name)}
        description={meaning}
        action={make}
        variant="primary"
        busy={give.isPending}
        onConfirm={() => give.mutate()}
        onClosed={() => {
          if (document.activeElement === document.body) cell.current?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}

/** The focused button has disappeared with the change: focus what replaced it. */
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
