import { expect, it } from 'vitest';
import { consequencesForYou, consequencesOfNoDoctor } from './deletion-words.ts';

it('says what happens to the appointments of somebody who is no longer a doctor', () => {
  expect(consequencesOfNoDoctor({ bookingsAsDoctor: 0 })).toBe('No future appointments are affected.');
  expect(consequencesOfNoDoctor({ bookingsAsDoctor: 2 })).toMatch(/^2 .*appointments? with them will be cancelled/);
});

it('names the payments for one appointment as for one', () => {
  const of = (bookingsAsPatient: number) =>
    consequencesForYou({
      bookingsAsPatient,
      bookingsAsDoctor: 0,
      posts: 0,
      conversations: 0,
      dependants: 0,
      withoutRefund: 0,
    });
  expect(of(1)).toContain('Payments for it will be refunded.');
  expect(of(2)).toContain('Payments for them will be refunded.');
});
