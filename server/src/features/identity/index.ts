/** The door of identity for other features. */
export type { Caller } from './caller.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { photoFault } from './photo-fault.ts';
export { shownEmail, userRecord } from './presenter.ts';
export { profileFault } from './rules.ts';
export {
  countAdmins,
  erasePerson,
  findPasswordHash,
  findPerson,
  findPersonByEmail,
  insertPassword,
  insertPerson,
  listAccounts,
  listDoctorsByName,
  listSessions,
  lockAdmins,
  lockDoctor,
  type Person,
  type Role,
  setRole,
} from './store.ts';
