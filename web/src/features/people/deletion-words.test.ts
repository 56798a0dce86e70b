import { expect, it } from 'vitest';
import { consequencesForThem, consequencesForYou, consequencesOfNoDoctor } from './deletion-words.ts';

it('says what happens to the appointments of somebody who is no longer a doctor', () => {
  const of = (bookingsAsDoctor: number, disputedAsDoctor = 0) =>
    consequencesOfNoDoctor({ bookingsAsDoctor, disputedAsDoctor, posts: 0 }, { isAdmin: false });
  expect(of(0)).toEqual(['Patients can no longer book them.', 'No future appointments are affected.']);
  expect(of(2)[1]).toMatch(/^2 .*appointments? with them will be cancelled.* Payments for them will be refunded\.$/);
  expect(of(2, 1)[1]).toMatch(/1 payment was disputed at the bank\. .* Other payments will be refunded\.$/);
});

it('says that nobody can write to somebody who is no longer a doctor, unless they are an admin', () => {
  const consequences = { bookingsAsDoctor: 0, disputedAsDoctor: 0, posts: 1 };
  expect(consequencesOfNoDoctor(consequences, { isAdmin: false })[2]).toMatch(/nobody can send messages/);
  expect(consequencesOfNoDoctor(consequences, { isAdmin: true })).toHaveLength(2);
});

const none = {
  bookingsAsPatient: 0,
  bookingsAsDoctor: 0,
  disputedAsPatient: 0,
  disputedAsDoctor: 0,
  posts: 0,
  conversations: 0,
  dependants: 0,
  refundsAtClinic: [],
  withoutRefund: 0,
};

it('names the payments for one appointment as for one', () => {
  const of = (bookingsAsPatient: number) => consequencesForYou({ ...none, bookingsAsPatient });
  expect(of(1)).toContain('Payments for it will be refunded.');
  expect(of(2)).toContain('Payments for them will be refunded.');
});

it('promises no refund of what was disputed at the bank', () => {
  const rest = 'It can be refunded only if the bank decides for the clinic.';
  const one = { ...none, bookingsAsPatient: 1, disputedAsPatient: 1 };
  expect(consequencesForYou(one)).toContain(`1 payment was disputed at the bank. ${rest}`);
  expect(consequencesForThem({ ...one, hasAccount: true })).toContain(`1 payment was disputed at the bank. ${rest}`);
  const ofPatients = { ...none, hasAccount: true, bookingsAsDoctor: 2, disputedAsDoctor: 2 };
  expect(consequencesForThem(ofPatients).join(' ')).toMatch(/2 payments were disputed at the bank/);
  expect(consequencesForYou({ ...one, bookingsAsPatient: 2 }).join(' ')).toContain(
    `${rest} Other payments will be refunded.`,
  );
  expect(consequencesForYou({ ...one, bookingsAsPatient: 2, withoutRefund: 1 })).toContain(
    `It is too late to cancel 1 of your appointments free of charge: what you paid for it is not refunded. 1 payment was disputed at the bank. ${rest}`,
  );
});

it('says that nobody tells a patient without an account, and nothing about signing in', () => {
  expect(consequencesForThem({ ...none, bookingsAsPatient: 2, hasAccount: false })).toEqual([
    'Their 2 future appointments will be cancelled.',
    'Payments for them will be refunded.',
    'They have no email address, so nobody tells them. Call them first: we delete their phone number, too.',
    'The clinic keeps their past appointments under their name, without their phone number and date of birth. Notes that staff wrote about their appointments stay, too.',
  ]);
  expect(consequencesForThem({ ...none, bookingsAsPatient: 0, hasAccount: false }).join()).not.toMatch(/call|sign/i);
  expect(consequencesForThem({ ...none, bookingsAsPatient: 0, hasAccount: true }).join()).toContain('signed out');
});

it('says who looks after a patient and is told', () => {
  const ofMia = { ...none, hasAccount: false, guardian: 'Sam Rivera' };
  expect(consequencesForThem({ ...ofMia, bookingsAsPatient: 1 })[2]).toBe(
    'Sam Rivera looks after them. Sam Rivera gets an email about the cancelled appointments, if their email address is confirmed, and can no longer book for them.',
  );
  expect(consequencesForThem({ ...ofMia, bookingsAsPatient: 1 }).join()).not.toContain('nobody tells them');
  expect(consequencesForThem(ofMia)).toContain('Sam Rivera looks after them, and can no longer book for them.');
});

it('says that notes about appointments stay', () => {
  expect(consequencesForYou(none).at(-1)).toMatch(/Notes that staff wrote about your appointments stay, too\.$/);
  expect(consequencesForThem({ ...none, hasAccount: true }).at(-1)).toMatch(/about their appointments stay, too\.$/);
});

it('says what is still to be collected at the front desk', () => {
  const refundsAtClinic = [
    { amount: 50, currency: 'USD' },
    { amount: 45, currency: 'EUR' },
  ];
  expect(consequencesForYou({ ...none, refundsAtClinic })).toContain(
    'You get $50.00 and €45.00 at our front desk. Note the reference of your appointment first: you will need it there.',
  );
  expect(consequencesForThem({ ...none, hasAccount: true, refundsAtClinic })).toContain(
    'They have to collect $50.00 and €45.00 at the front desk. Their phone number and email address will be deleted, so refund it first if you can.',
  );
  expect(consequencesForYou(none).join(' ')).not.toContain('front desk');
});
