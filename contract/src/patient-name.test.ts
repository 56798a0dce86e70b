import { expect, it } from 'vitest';
import { isSamePatientName } from './patient-name.ts';

it.each([
  ['Tessa Telephone', '  tessa   TELEPHONE '],
  ['José Núñez', 'Jose Nunez'],
  ["Siobhán O'Brien", 'Siobhan O’Brien'],
  ['Anna-Lena Groß', 'Anna Lena Groß'],
])('takes %s and %s for the same name', (a, b) => expect(isSamePatientName(a, b)).toBe(true));

it.each([
  ['Tessa Telephone', 'Tess Telephone'],
  ['Anna Lee', 'Annalee'],
  ['李 小龙', '李 大龙'],
  ['राम', 'रमा'],
])('tells %s from %s', (a, b) => expect(isSamePatientName(a, b)).toBe(false));
