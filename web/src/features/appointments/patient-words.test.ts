import { expect, it } from 'vitest';
import { nameIn } from './patient-words.ts';

it('a new patient gets the name that was searched, but no number, date or address', () => {
  expect(nameIn("Siobhán O'Brien-Núñez")).toBe("Siobhán O'Brien-Núñez");
  expect(['+49 30 901820', '31.3.1950', 'nora@example.org', '---', ''].map(nameIn)).toEqual(['', '', '', '', '']);
});
