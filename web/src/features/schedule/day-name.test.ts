import { expect, it } from 'vitest';
import { dayName } from './day-name.ts';

it.each([
  ['2026-11-22', 'Today'],
  ['2026-11-23', 'Tomorrow'],
  ['2026-11-24', 'Tuesday'],
  ['2026-11-29', 'Sunday'],
  ['2026-11-21', 'Saturday'],
])('on 2026-11-22, %s is called %s', (date, name) => expect(dayName(date, '2026-11-22')).toBe(name));

it('recognises tomorrow in the next year', () => expect(dayName('2027-01-01', '2026-12-31')).toBe('Tomorrow'));
