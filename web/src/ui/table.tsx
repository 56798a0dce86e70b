import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** How the rows are ordered by a column now, and what a press on its header does about it. */
export type ColumnSorting = { direction: 'ascending' | 'descending' | undefined; onSort: () => void };

export type TableColumn<Row> = {
  header: string;
  /** Makes the header a button. Phones have no header: give them another way to sort. */
  sorting?: ColumnSorting;
  /** Content of the cell; the index counts from 0. */
  cell: (row: Row, index: number) => ReactNode;
  align?: 'start' | 'end';
  /** On phones the cell stands without its label, over the whole width: for a row's title or its buttons. */
  unlabelled?: boolean;
};

/**
 * A table that becomes a list of labelled cards below 640 px. The roles are written out because browsers drop
 * the table's own when its display changes.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  density = 'regular',
}: {
  /** What the table holds, for those who cannot see it. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Dense is for many columns: less room between them. */
  density?: 'regular' | 'dense';
}) {
  const [headRoom, cellRoom] =
    density === 'dense'
      ? ['px-2 py-2.5 first:ps-4 last:pe-4 lg:px-3', 'sm:px-2 sm:py-3 sm:first:ps-4 sm:last:pe-4 lg:px-3']
      : ['px-5 py-3', 'sm:px-5 sm:py-4'];
  return (
    <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-card">
      <table role="table" className="stacked-table w-full border-collapse text-start text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" className="sm:border-b sm:border-line sm:bg-sunken">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                aria-sort={column.sorting && (column.sorting.direction ?? 'none')}
                className={classNames(
                  headRoom,
                  'text-sm font-semibold wrap-break-word text-muted',
                  column.align === 'end' ? 'text-end' : 'text-start',
                )}
              >
                {column.sorting ? <SortButton label={column.header} {...column.sorting} /> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr role="row" key={rowKey(row)} className="sm:border-b sm:border-line sm:last:border-b-0">
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.unlabelled ? undefined : column.header}
                  className={classNames(
                    cellRoom,
                    column.align === 'end' && 'sm:text-end',
                    column.unlabelled && 'max-sm:grid-cols-1!',
                  )}
                >
                  <div className="min-w-0">{column.cell(row, index)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortButton({ label, direction, onSort }: ColumnSorting & { label: string }) {
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <>
      <button
        type="button"
        onClick={onSort}
        className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 transition-colors duration-150 hover:bg-line hover:text-ink max-sm:hidden"
      >
        {label}
        <Icon className={direction ? 'size-4 text-pine' : 'size-4 text-faint'} aria-hidden="true" />
      </button>
      <span className="sm:hidden">{label}</span>
    </>
  );
}
