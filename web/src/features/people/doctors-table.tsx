import type { Doctor, DoctorsOrder } from '@openhours/contract/doctors.ts';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { type ColumnSorting, Table, type TableColumn } from '../../ui/table.tsx';
import { nameId } from './name-id.ts';

/** The rows of Manage Doctors. */
export function DoctorsTable({
  doctors,
  sortingBy,
  onDelete,
  onSpecialties,
}: {
  doctors: readonly Doctor[];
  sortingBy: (order: DoctorsOrder) => ColumnSorting;
  onDelete: (doctor: Doctor) => void;
  onSpecialties: (doctor: Doctor) => void;
}) {
  const columns: readonly TableColumn<Doctor>[] = [
    {
      header: 'Avatar',
      inCard: 'lead',
      cell: ({ name, photoURL }) => <Avatar name={name} photoURL={photoURL} size="small" />,
    },
    {
      header: 'Name',
      inCard: 'lead',
      sorting: sortingBy('name'),
      cell: (doctor) => (
        <span id={nameId(doctor)} className="block font-medium as-table:min-w-28">
          {doctor.name}
        </span>
      ),
    },
    {
      header: 'Email',
      inCard: 'plain',
      sorting: sortingBy('email'),
      cell: ({ email }) => <EmailText className="block as-table:min-w-40" email={email} />,
    },
    {
      header: 'Specialty',
      sorting: sortingBy('specialty'),
      cell: (doctor) => (
        <div className="grid justify-items-start gap-0.5">
          {doctor.specialty ?? <span className="text-muted">None: cannot be booked</span>}
          <Button variant="quiet" size="small" className="-ms-3.5" onClick={() => onSpecialties(doctor)}>
            Change specialties
            <span className="sr-only">of {doctor.name}</span>
          </Button>
        </div>
      ),
    },
    {
      header: 'Action',
      inCard: 'buttons',
      cell: (doctor) => (
        <div className="flex flex-wrap gap-2 as-table:flex-nowrap">
          <LinkButton variant="secondary" size="small" href={href.doctorHours(doctor._id)}>
            Hours
            <span className="sr-only">of {doctor.name}</span>
          </LinkButton>
          <Button
            variant="secondary"
            size="small"
            className="text-danger!"
            aria-describedby={nameId(doctor)}
            onClick={() => onDelete(doctor)}
          >
            Delete
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Table
      density="dense"
      cardsBelow="lg"
      caption="Doctors of the clinic"
      columns={columns}
      rows={doctors}
      rowKey={({ _id }) => _id}
    />
  );
}
