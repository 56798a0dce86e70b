import { expect, it } from 'vitest';
import { endOfCareText, foundText, newPatientFrom, onlyMatch } from './patient-words.ts';

const nobody = { name: '', email: '', phone: '', dateOfBirth: '' };

it.each([
  ["Siobhán O'Brien-Núñez", { name: "Siobhán O'Brien-Núñez" }],
  ['nora@example.org', { email: 'nora@example.org' }],
  ['+49 30 901820', { phone: '+49 30 901820' }],
  ['(030) 901820', { phone: '(030) 901820' }],
  ['0151/234', { phone: '0151/234' }],
  ['Garcia, Maria 8/24/1977', { name: 'Maria Garcia', dateOfBirth: '1977-08-24' }],
  ['Maria Garcia 202 555 0143', { name: 'Maria Garcia', phone: '202 555 0143' }],
  ['Maria Garcia 1977', { name: 'Maria Garcia' }],
  ['Maria 3.4.1950', { name: 'Maria' }],
  ['3.19', nobody],
  ['8/24/19', nobody],
  ['1950-03-31', { dateOfBirth: '1950-03-31' }],
  ['K7M4PX', nobody],
  ['---', nobody],
  ['', nobody],
])(
  'the form of a new patient starts with the searched name, address, number or date of birth: %s',
  (search, expected) => expect(newPatientFrom(search)).toEqual({ ...nobody, ...expected }),
);

it('promises an email to whoever looks after somebody only if it arrives', () => {
  const guardian = 'Greta Rivera';
  expect(endOfCareText({ guardian, emails: 'on' })).toContain('of Greta Rivera, who gets an email about this. It');
  expect(endOfCareText({ guardian, emails: 'unconfirmed' })).toMatch(/under the account of Greta Rivera\. It/);
});

it('chooses the only patient found, but nobody who only has a similar name', () => {
  const [one, other] = [{ _id: 'one' }, { _id: 'other' }];
  const similar = { ...one, isSimilar: true };
  expect([[], [one], [one, other], [similar]].map((found) => onlyMatch(found))).toEqual([
    undefined,
    one,
    undefined,
    undefined,
  ]);
  expect(foundText([one, other], { isCut: false })).toBe('2 found');
  expect(foundText([similar], { isCut: false })).toBe('Nobody has this name. Did you mean this person?');
  expect(foundText([similar, similar], { isCut: false })).toBe('Nobody has this name. Did you mean one of these?');
});
