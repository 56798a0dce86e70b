import { expect, it } from 'vitest';
import { foldName, searchedWords } from './fold-name.ts';

it.each([
  ['Tomás Rivera', 'tomas rivera'],
  ['Łukasz O’Neill', "lukasz o'neill"],
  ['Søren Straße', 'soren strasse'],
  ['Æsa Œhler', 'aesa oehler'],
  ['ＭＡＹＡ', 'maya'],
  ['김 하나', '김 하나'.normalize('NFKD')],
])('compares %s as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded);
});

it('splits a search into words', () => {
  expect(searchedWords('  Tomás   RIV ')).toEqual(['tomas', 'riv']);
  expect(searchedWords(' ')).toEqual([]);
});
