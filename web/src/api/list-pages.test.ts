import { expect, it } from 'vitest';
import { readPage, withoutRow } from './list-pages.ts';

const rows = (...ids: string[]) => ids.map((_id) => ({ _id }));

it('has a next page only if there is a row more than fits', () => {
  const read = (...ids: string[]) => readPage(rows(...ids), { length: 2 });
  expect(read()).toEqual({ rows: [], next: undefined });
  expect(read('3')).toEqual({ rows: rows('3'), next: undefined });
  expect(read('3', '2')).toEqual({ rows: rows('3', '2'), next: undefined });
  expect(read('3', '2', '1')).toEqual({ rows: rows('3', '2'), next: '2' });
});

it('continues after the last row that is shown, by the cursor of the list', () => {
  expect(readPage(rows('3', '2', '1'), { length: 2, cursorOf: ({ _id }) => `at ${_id}` }).next).toBe('at 2');
});

it('keeps the next page when a row is removed', () => {
  const data = { pages: [readPage(rows('3', '2', '1'), { length: 2 })], pageParams: [undefined] };
  expect(withoutRow(data, '3')).toEqual({ ...data, pages: [{ rows: rows('2'), next: '2' }] });
  expect(withoutRow(data, '2')).toEqual({ ...data, pages: [{ rows: rows('3'), next: '2' }] });
});
