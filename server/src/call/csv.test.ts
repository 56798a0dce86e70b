import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

/** A strict reader of RFC 4180, written for this test. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 1;
  const row = () => rows.at(-1) ?? [];
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        cell += text[at];
        at += 1;
      }
    }
    row().push(cell);
    if (text[at] === ',') at += 1;
    else {
      at += 2;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '"', '""', ',', 'a\r\nb', '', "'"),
  fc.string({ unit: fc.constantFrom('=', '"', ',', '\r', '\n', "'", ' ', 'é', '😀') }),
);

it('writes every text so that a reader gets it back, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostile, { minLength: 3, maxLength: 3 }), { maxLength: 5 }), (rows) => {
      const [, ...read] = readCsv(csvOf(['a', 'b', 'c'], rows));
      expect(read.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n])/, ''))),
      );
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

it('begins with a byte order mark, and keeps numbers and truth values as they are', () => {
  expect(csvOf(['Amount', 'Paid', 'Name'], [[-1.5, true, '-1.5']])).toBe(
    "\uFEFFAmount,Paid,Name\r\n-1.5,yes,'-1.5\r\n",
  );
});
