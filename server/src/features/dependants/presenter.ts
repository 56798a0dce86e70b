import type { Dependant } from '@openhours/contract/dependants.ts';
import type { Person } from '../identity/index.ts';

/** Somebody who is looked after, as that account's owner sees them. */
export function presentDependant({ id, name, dateOfBirth, relation }: Person): Dependant {
  // The database has both for everybody who is looked after.
  return { _id: id, name, dateOfBirth: dateOfBirth ?? '', relation: relation ?? 'other' };
}
