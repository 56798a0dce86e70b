import { expect, it } from 'vitest';
import { matchesSearch } from './searched-options.tsx';

const option = { name: 'Pediatrics', doctorName: 'Tomás Rivera' };

it.each(['', 'tomas', 'RIV tom', 'dr. rivera', 'pediatrics', 'rivera ped'])('finds a doctor by “%s”', (search) => {
  expect(matchesSearch(option, search)).toBe(true);
});

it.each(['tomaz', 'rivera cardiology', '%'])('does not find them by “%s”', (search) => {
  expect(matchesSearch(option, search)).toBe(false);
});

it('finds an option without a named doctor', () => {
  expect(matchesSearch({ name: 'General' }, 'on duty')).toBe(true);
});
