import type { Outcome } from './rounds.ts';

const HEADINGS = ['', 'a second', 'slowest–fastest', 'p50 ms', 'p99 ms', 'server µs', 'PostgreSQL µs'] as const;

/** The results as lines of text, one per contender. µs are processor time per request or transaction. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = [
    HEADINGS,
    ...outcomes.map((outcome) => [
      outcome.name,
      whole(outcome.perSecond),
      `${whole(outcome.slowest)}–${whole(outcome.fastest)}`,
      fraction(outcome.p50),
      fraction(outcome.p99),
      whole(outcome.serverMicros),
      whole(outcome.databaseMicros),
    ]),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return rows.map((row) => `  ${line(row)}`).join('\n');
}

/** @returns '0.31', or '–' if one of the two is unknown */
export function ratio(one: number | undefined, other: number | undefined): string {
  return one === undefined || other === undefined || other === 0 ? '–' : (one / other).toFixed(2);
}

function whole(value: number | undefined): string {
  return value === undefined ? '–' : Math.round(value).toLocaleString('en');
}

function fraction(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(2);
}
