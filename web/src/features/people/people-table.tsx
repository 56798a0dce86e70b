import type { ListedPerson, PeopleOrder } from '@openhours/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { type ColumnSorting, Table, type TableColumn } from '../../ui/table.tsx';
import { nameId } from './name-id.ts';
import { type Role, RoleCell } from './role-cell.tsx';

/** The rows of All Users. @param first the number of the first row */
export function PeopleTable({
  people,
  first,
  ownId,
  sortingBy,
  onDelete,
  onRemoveRole,
  onReset,
}: {
  people: readonly ListedPerson[];
  first: number;
  ownId: string;
  sortingBy: (order: PeopleOrder) => ColumnSorting;
  onDelete: (person: ListedPerson) => void;
  onRemoveRole: (person: ListedPerson, role: Role) => void;
  onReset: (person: ListedPerson) => void;
}) {
  const roleColumn = (header: string, role: Role): TableColumn<ListedPerson> => ({
    header,
    sorting: sortingBy(role),
    cell: (person) => <RoleCell person={person} role={role} onRemove={() => onRemoveRole(person, role)} />,
  });
  const columns: readonly TableColumn<ListedPerson>[] = [
    {
      header: '#',
      inCard: 'lead',
      cell: (_, index) => <span className="whitespace-nowrap text-muted tabular-nums">{first + index}</span>,
    },
    {
      header: 'Name',
      inCard: 'lead',
      sorting: sortingBy('name'),
      cell: (person) => (
        <span className="block font-medium as-table:min-w-28">
          <span id={nameId(person)}>{person.name}</span> {person._id === ownId && <Badge>You</Badge>}
        </span>
      ),
    },
    {
      header: 'Email',
      inCard: 'plain',
      sorting: sortingBy('email'),
      cell: (person) => (
        <>
          <EmailText className="block as-table:min-w-44" email={person.email} />
          {person.can.resetSecondFactor && (
            <Button variant="quiet" size="small" className="px-0!" onClick={() => onReset(person)}>
              Reset second factor<span className="sr-only"> of {person.name}</span>
            </Button>
          )}
        </>
      ),
    },
    roleColumn('Admin', 'admin'),
    roleColumn('Doctor', 'doctor'),
    roleColumn('Front desk', 'front-desk'),
    {
      header: 'Delete',
      cell: (person) => (
        <Button
          variant="secondary"
          size="small"
          className="px-2.5! text-danger!"
          aria-describedby={nameId(person)}
          onClick={() => onDelete(person)}
        >
          Delete
        </Button>
      ),
    },
  ];
  return (
    <Table
      density="dense"
      cardsBelow="lg"
      caption="People of the clinic"
      columns={columns}
      rows={people}
      rowKey={({ _id }) => _id}
    />
  );
}
