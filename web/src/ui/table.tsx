import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type TableColumn<Row> = {
  header: string;
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
}: {
  /** What the table holds, for those who cannot see it. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
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
                className={classNames(
                  'px-5 py-3 text-sm font-semibold wrap-break-word text-muted',
                  column.align === 'end' ? 'text-end' : 'text-start',
                )}
              >
                {column.header}
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
                    'sm:px-5 sm:py-4',
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
