import type { Doctor, DoctorsOrder } from '@openhours/contract/doctors.ts';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { api, client } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import type { Deletion } from './deletion-dialog.tsx';
import { DoctorsTable } from './doctors-table.tsx';
import { PeopleListPage } from './people-list-page.tsx';

const SpecialtyDialog = lazyDialog(() => import('./specialty-dialog.tsx').then((file) => file.SpecialtyDialog));

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

const deletion: Deletion = {
  send: (id, context) => client.doctors.delete({ id }, { context }),
  done: (name) => `Doctor ${name} deleted successfully`,
  failed: 'Failed to delete doctor.',
  unanswered: 'An error occurred while deleting the doctor.',
};

/** Manage Doctors: the clinic's doctors and their specialties. */
export function Component() {
  const choosing = useChosen<Doctor>();
  return (
    <>
      <PeopleListPage<Doctor, DoctorsOrder>
        title="Manage Doctors"
        action={
          <LinkButton href={href.addDoctor()} variant="secondary">
            Register a doctor
          </LinkButton>
        }
        orders={orders}
        phoneOrders={phoneOrders}
        count={(input) => api.doctors.count.queryOptions({ input })}
        keyOf={(input) => api.doctors.list.key({ input, type: 'query' })}
        ask={(question, signal) => client.doctors.list(question, { context: { bearer: true }, signal })}
        failure="We could not load the doctors."
        nothing={
          <EmptyState
            icon={<Stethoscope className="size-7" />}
            title="No doctors yet"
            action={<LinkButton href={href.addDoctor()}>Register a doctor</LinkButton>}
          >
            Doctors appear here when you register them, when they accept an invitation, or when you make a user a
            doctor.
          </EmptyState>
        }
        deletion={deletion}
      >
        {({ rows, sortingBy, onDelete }) => (
          <DoctorsTable doctors={rows} sortingBy={sortingBy} onDelete={onDelete} onSpecialties={choosing.open} />
        )}
      </PeopleListPage>
      <ChosenDialog of={choosing}>{(doctor, dialog) => <SpecialtyDialog {...dialog} doctor={doctor} />}</ChosenDialog>
    </>
  );
}
