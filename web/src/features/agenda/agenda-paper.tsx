import { wallClock } from '@openhours/contract/slot-label.ts';
import { secondLine } from './agenda-item-view.tsx';
import type { AgendaColumn } from './agenda-table.tsx';
import { Closings } from './closings.tsx';
import type { AgendaItem } from './layout.ts';

/** The agenda on paper: a table for each doctor or day, without what is free. */
export function AgendaPaper({ columns }: { columns: readonly AgendaColumn[] }) {
  return (
    <div className="grid gap-6">
      {columns.map(({ id, title, layout, closings }) => (
        <section key={id}>
          <h2 className="mb-1 text-heading">{title}</h2>
          <Closings closings={closings} />
          <table className="w-full border-collapse text-start text-sm">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {['Time', 'Patient', 'Phone', 'Appointment'].map((header) => (
                  <th key={header} scope="col" className="border-b border-line-strong py-1 pe-4 text-start">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {layout.items
                .filter(({ kind }) => kind === 'appointment' || kind === 'block')
                .map((item) => (
                  <Row key={item.startMinute} item={item} />
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
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
    <tr className="border-b border-line align-top">
      <td className="py-1 pe-4 whitespace-nowrap tabular-nums">{at}</td>
      <td className="py-1 pe-4 font-semibold">{who}</td>
      <td className="py-1 pe-4 whitespace-nowrap tabular-nums">{phone}</td>
      <td className="py-1">{what}</td>
    </tr>
  );
}
