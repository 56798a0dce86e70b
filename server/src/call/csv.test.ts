import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
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
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '"', '""', ',', 'a\r\nb', '', "'"),
  fc.string({ unit: fc.constantFrom('=', '-', '"', ',', ';', '\t', '\r', '\n', "'", ' ', 'é', '😀', '＝') }),
);

/** Without the apostrophes that keep formulas from running. */
const plain = (cell: string) =>
  cell.replaceAll(/(?<=(?:^|[,;\t\r\n])"*)'(?=[=+\-@＝＋－＠])/g, '').replace(/^'(?=[\t\r\n])/, '');

it('writes every text so that a reader gets it back, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostile, { minLength: 3, maxLength: 3 }), { maxLength: 5 }), (rows) => {
      const text = csvOf(['a', 'b', 'c'], rows);
      const [, ...read] = readCsv(text);
      expect(read.map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
      // Whatever a spreadsheet takes for a separator.
      for (const part of text.slice(1).split(/[,;\t\r\n]/)) expect(part).not.toMatch(/^"*[=+\-@＝＋－＠]/);
    }),
  );
});

it.each([
  ["Ann;=cmd|'/c calc'!A0;x", `"Ann;'=cmd|'/c calc'!A0;x"`],
  ['Ann\n@SUM(A1)', `"Ann\n'@SUM(A1)"`],
  ['Ann;"=1+1"', `"Ann;""'=1+1"""`],
  ['a, b', '"a, b"'],
  ['from 1 to -5, or -7', '"from 1 to -5, or -7"'],
  ['a = b; c - d', '"a = b; c - d"'],
])('writes %j as %s', (text, written) => {
  expect(csvOf(['Note'], [[text]])).toBe(`\uFEFFNote\r\n${written}\r\n`);
});

it('begins with a byte order mark, and keeps numbers and truth values as they are', () => {
  expect(csvOf(['Amount', 'Paid', 'Name'], [[-1.5, true, '-1.5']])).toBe(
    "\uFEFFAmount,Paid,Name\r\n-1.5,yes,'-1.5\r\n",
  );
});
