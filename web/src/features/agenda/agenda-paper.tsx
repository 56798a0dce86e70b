import { wallClock } from '@openhours/contract/slot-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { secondLine } from './agenda-item-view.tsx';
import { Closings } from './closings.tsx';
import type { AgendaColumn, AgendaItem } from './layout.ts';

/** The agenda on paper: a table for each doctor or day, without what is free. */
export function AgendaPaper({ columns }: { columns: readonly AgendaColumn[] }) {
  return (
    <div className="grid gap-6">
      {columns.map(({ id, title, layout, closings }) => (
        <section key={id}>
          <h2 className="mb-1 break-after-avoid text-heading">{title}</h2>
          <Closings closings={closings} />
          <Rows title={title} items={layout.items.filter(({ kind }) => kind === 'appointment' || kind === 'block')} />
        </section>
      ))}
    </div>
  );
}

/** The columns have the same widths in each table, so that they are below each other. */
const headers = [
  ['Time', 'w-44'],
  ['Patient', 'w-1/4'],
  ['Phone', 'w-36'],
  ['Appointment', undefined],
] as const;

function Rows({ title, items }: { title: string; items: readonly AgendaItem[] }) {
  if (items.length === 0) return <p className="text-sm">No appointments</p>;
  return (
    <table className="w-full table-fixed border-collapse text-start text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {headers.map(([header, width]) => (
            <th
              key={header}
              scope="col"
              className={classNames('border-b border-line-strong py-1 pe-4 text-start', width)}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.startMinute} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item }: { item: AgendaItem }) {
  const time = `${wallClock(item.startMinute)} - ${wallClock(item.startMinute + item.minutes)}`;
  const cells =
    item.kind === 'appointment'
      ? [time, item.appointment.patient, item.appointment.phone, secondLine(item.appointment)]
      : [time, item.kind === 'block' ? item.block.reason : '', '', ''];
  const [at, who, phone, what] = cells;
  return (
    <tr className="break-inside-avoid border-b border-line align-top">
      <td className="py-1 pe-4 whitespace-nowrap tabular-nums">{at}</td>
      <td className="py-1 pe-4 font-semibold wrap-anywhere">{who}</td>
      <td className="py-1 pe-4 tabular-nums">{phone}</td>
      <td className="py-1 wrap-anywhere">{what}</td>
    </tr>
  );
}
