import { expect, it } from 'vitest';
import { readOlderPage, withoutRow } from './older-page.ts';

const rows = (...ids: string[]) => ids.map((_id) => ({ _id }));

it('has a next page only if there is a row more than fits', () => {
  expect(readOlderPage(rows(), 2)).toEqual({ rows: [], next: undefined });
  expect(readOlderPage(rows('3'), 2)).toEqual({ rows: rows('3'), next: undefined });
  expect(readOlderPage(rows('3', '2'), 2)).toEqual({ rows: rows('3', '2'), next: undefined });
  expect(readOlderPage(rows('3', '2', '1'), 2)).toEqual({ rows: rows('3', '2'), next: '2' });
});

it('keeps the next page when a row is removed', () => {
  const page = readOlderPage(rows('3', '2', '1'), 2);
  expect(withoutRow([page], '3')).toEqual([{ rows: rows('2'), next: '2' }]);
  expect(withoutRow([page], '2')).toEqual([{ rows: rows('3'), next: '2' }]);
});
