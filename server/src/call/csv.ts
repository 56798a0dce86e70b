/** A table as CSV (RFC 4180), for spreadsheets: with a byte order mark, so that they read it as UTF-8. */
export type CsvCell = string | number | boolean;

const BYTE_ORDER_MARK = '\uFEFF';

export function csvOf(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [lineOf(header)];
  for (const row of rows) lines.push(lineOf(row));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
}

export function csvFile(name: string, text: string): File {
  return new File([text], name, { type: 'text/csv' });
}

function lineOf(row: readonly CsvCell[]): string {
  return row.map(cellText).join(',');
}

/**
 * Spreadsheets run a cell that begins like this as a formula, which could send the table elsewhere. An apostrophe before it
 * makes it text. Numbers are ours, so a negative one stays a number.
 *
 * Some spreadsheets also split at semicolons or tabs, even inside our quotes. So a sign after a separator, with or without
 * quotes between them, gets the apostrophe too (OWASP, CSV injection).
 */
const FORMULA = /(?<=^|[,;\t\r\n])("*)(?=[=+\-@＝＋－＠])/g;
const LEADING_BREAK = /^(?=[\t\r\n])/;

function cellText(value: CsvCell): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "$1'").replace(LEADING_BREAK, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
