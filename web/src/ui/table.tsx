import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The current sort order of a column, and what a press on its header does. */
export type ColumnSorting = { direction: 'ascending' | 'descending' | undefined; onSort: () => void };

export type TableColumn<Row> = {
  header: string;
  /** Makes the header a button. Cards have no header: give them another way to sort. */
  sorting?: ColumnSorting;
  /** The content of the cell; the index counts from 0. */
  cell: (row: Row, index: number) => ReactNode;
  align?: 'start' | 'end';
  /** Dates and times: the cell's text stays on one line. */
  nowrap?: boolean;
  /**
   * How the cell looks in a card. `labelled`: after the column's name, on its own line. `figure`: after the column's
   * name, on one line with other figures. `lead`: first and larger. `plain`: below the lead, without a label. `buttons`:
   * without a label.
   */
  inCard?: 'labelled' | 'figure' | 'lead' | 'plain' | 'buttons';
};

/**
 * A table that becomes a list of cards on small windows. The roles are written out because browsers drop the table's own
 * when its display changes.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  density = 'regular',
  cardsBelow = 'md',
}: {
  /** The table's accessible name. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Dense has less padding, for many columns. */
  density?: 'regular' | 'dense';
  /** `md`: 768 px. `lg`: 1024 px, for columns with buttons or email addresses. */
  cardsBelow?: 'md' | 'lg';
}) {
  const [headRoom, cellRoom] =
    density === 'dense'
      ? ['px-2 py-2.5 first:ps-4 last:pe-4', 'as-table:px-2 as-table:py-3 as-table:first:ps-4 as-table:last:pe-4']
      : ['px-4 py-3 lg:px-5', 'as-table:px-4 as-table:py-4 lg:px-5'];
  return (
    <div
      data-cards-below={cardsBelow}
      className="as-table:rounded-card as-table:border as-table:border-line as-table:bg-surface as-table:shadow-card as-table:not-print:overflow-x-auto"
    >
      <table role="table" className="stacked-table w-full border-collapse text-start text-[0.9375rem]">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" className="as-table:border-b as-table:border-line as-table:bg-sunken">
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
            <tr
              role="row"
              key={rowKey(row)}
              className="as-table:border-b as-table:border-line as-table:last:border-b-0"
            >
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.header}
                  data-in-card={column.inCard ?? 'labelled'}
                  className={classNames(
                    cellRoom,
                    column.align === 'end' && 'as-table:text-end',
                    column.nowrap && 'whitespace-nowrap tabular-nums',
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
  return (
    <>
      <button
        type="button"
        onClick={onSort}
        className="-mx-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 hover:bg-line hover:text-ink as-cards:hidden"
      >
        {label}
        <span aria-hidden="true" className={direction === undefined ? 'text-faint' : 'text-pine'}>
          {direction === undefined ? '↕' : direction === 'ascending' ? '↑' : '↓'}
        </span>
      </button>
      <span className="as-table:hidden">{label}</span>
    </>
  );
}
