import { expect, it } from 'vitest';
import { consequencesOfNoDoctor } from './deletion-words.ts';

it('says what happens to the appointments of somebody who is no longer a doctor', () => {
  expect(consequencesOfNoDoctor({ bookingsAsDoctor: 0 })).toBe('No future appointments are affected.');
  expect(consequencesOfNoDoctor({ bookingsAsDoctor: 2 })).toMatch(/^2 .*appointments? with them will be cancelled/);
});
