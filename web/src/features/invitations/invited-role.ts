import type { InvitedRole } from '@openhours/contract/invitations.ts';

/** The role of an invitation as a label. */
export const roleLabels: Readonly<Record<InvitedRole, string>> = {
  doctor: 'Doctor',
  'front-desk': 'Front desk',
  admin: 'Admin',
};

/** The role in a sentence: 'You are a doctor of the clinic now.' */
export const roleNouns: Readonly<Record<InvitedRole, string>> = {
  doctor: 'a doctor',
  'front-desk': 'a member of the front desk',
  admin: 'an admin',
};

/** What the invited person can do after accepting, for the admin who invites. */
export const roleMeanings: Readonly<Record<InvitedRole, string>> = {
  doctor: 'Patients can book the doctor once the invitation is accepted and the doctor has a specialty.',
  'front-desk': 'The front desk sees every appointment and books for patients, and can change no settings or roles.',
  admin: 'An admin can change everything here, including roles and payments.',
};
