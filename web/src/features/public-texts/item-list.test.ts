import { expect, test } from 'vitest';
import { controlName, draftOf, faultsOf, itemsOf, moved } from './item-list.ts';

const draft = draftOf([
  { title: 'A', text: '' },
  { title: ' ', text: 'x' },
]);
const titles = (of: typeof draft) => itemsOf(of).map(({ title }) => title);

test('a required field that is blank has a fault', () => {
  const fields = [
    { name: 'title', label: 'Title', maxLength: 9, required: 'Title is Required' },
    { name: 'text', label: 'Text', maxLength: 9 },
  ] as const;
  expect(faultsOf(draft, fields)).toEqual([controlName(draft[1]?.key ?? '', 'title')]);
});

test('an item moves by one place, and not out of the list', () => {
  expect(titles(moved(draft, 0, 1))).toEqual([' ', 'A']);
  expect(titles(moved(draft, 1, -1))).toEqual([' ', 'A']);
  expect(moved(draft, 0, -1)).toBe(draft);
  expect(moved(draft, 1, 1)).toBe(draft);
});
