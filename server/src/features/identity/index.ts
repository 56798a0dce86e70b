/** Identity for other features. */
export { addPerson } from './add-person.ts';
export { askPassword } from './ask-password.ts';
export { checkPassword, hasPassword, isRecent } from './check-password.ts';
export { claimPhoto } from './claim-photo.ts';
export { confirmAddress, queueConfirmationOfSignUp } from './confirm-email.ts';
export { mayText, unconfirmPhone } from './confirmed-phone.ts';
export { HOST_PREFIX, withoutChallenge } from './cookie-names.ts';
export {
  countDependantsLocked,
  type DependantFields,
  findDependant,
  insertDependant,
  listDependants,
  lockDependant,
  updateDependant,
} from './dependant-store.ts';
export {
  countAdmins,
  findPerson,
  findPersonByEmail,
  findStaffRecipient,
  keepPerson,
  listAdminIds,
  listDeskIds,
  listDoctorsByName,
  listPeople,
  listStaffWithoutSecondFactor,
  lockAdmins,
  lockInRole,
  requireAdmin,
} from './find-people.ts';
export type { NewPasswords } from './new-password.ts';
export { hashAlike } from './password-hash.ts';
export { readPhone, showPhone } from './phone-number.ts';
export { emailsTo, hasAccount, shownEmail, userRecord } from './presenter.ts';
export { reclaimAccount } from './reclaim-account.ts';
export { NOT_OUR_IMAGE, profileFault } from './rules.ts';
export { hasWords, matchesPerson, searchPeople, wordsOf } from './search-people.ts';
export {
  claimCode,
  deleteSecondFactor,
  endSessions,
  endWaitingSignIns,
  findChallengedPerson,
  findRecoveryCodes,
  findSecondFactor,
  findSecondFactorRule,
  findSessionId,
  findSignInTime,
} from './second-factor-store.ts';
export { setRole } from './set-role.ts';
export {
  completePerson,
  erasePerson,
  listAccounts,
  listSessions,
  type Person,
  type Role,
  setPhone,
  sumPeopleCounts,
  updateUnclaimedPerson,
} from './store.ts';
