import { expect, it } from 'vitest';
import { endOfCareText, newPatientFrom } from './patient-words.ts';

const nobody = { name: '', email: '', phone: '' };

it.each([
  ["Siobhán O'Brien-Núñez", { name: "Siobhán O'Brien-Núñez" }],
  ['nora@example.org', { email: 'nora@example.org' }],
  ['+49 30 901820', { phone: '+49 30 901820' }],
  ['(030) 901820', { phone: '(030) 901820' }],
  ['0151/234', { phone: '0151/234' }],
  ['31.3.1950', nobody],
  ['1950-03-31', nobody],
  ['K7M4PX', nobody],
  ['---', nobody],
  ['', nobody],
])('the form of a new patient starts with the searched name, address or number: %s', (search, expected) =>
  expect(newPatientFrom(search)).toEqual({ ...nobody, ...expected }),
);

it('promises an email to whoever looks after somebody only if it arrives', () => {
  const guardian = 'Greta Rivera';
  expect(endOfCareText({ guardian, emails: 'on' })).toContain('of Greta Rivera, who gets an email about this. It');
  expect(endOfCareText({ guardian, emails: 'unconfirmed' })).toMatch(/under the account of Greta Rivera\. It/);
});
