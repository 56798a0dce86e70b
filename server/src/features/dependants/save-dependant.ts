import { birthFault } from '@openhours/contract/date-of-birth.ts';
import { MOST_DEPENDANTS } from '@openhours/contract/relations.ts';
import { v7 as uuidv7 } from 'uuid';
import { problemError } from '../../call/problems.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import {
  countDependantsLocked,
  type DependantFields,
  insertDependant,
  profileFault,
  updateDependant,
} from '../identity/index.ts';

interface DependantToSave {
  readonly guardianId: string;
  readonly fields: DependantFields;
  /** The clinic's, 'YYYY-MM-DD'. */
  readonly today: string;
}

type FieldsRefused = Refused<'DEPENDANT_REFUSED', { message: string }>;

/** Adds somebody whom an account's owner looks after. */
export async function addDependant(
  db: Database,
  { guardianId, fields, today }: DependantToSave,
): Promise<{ readonly kind: 'added'; readonly id: string } | FieldsRefused | Refused<'TOO_MANY'>> {
  const message = dependantFault({ ...fields, today });
  if (message !== undefined) return { kind: 'refused', code: 'DEPENDANT_REFUSED', message };
  return inTransaction(db, async (tx) => {
    const count = await countDependantsLocked(tx, guardianId);
    // The account was deleted after the session was checked.
    if (count === undefined) throw problemError('UNAUTHORIZED');
    if (count >= MOST_DEPENDANTS) return { kind: 'refused', code: 'TOO_MANY' };
    const id = uuidv7();
    await insertDependant(tx, { id, guardianId, ...fields });
    return { kind: 'added', id };
  });
}

/** Changes what is known about somebody whom they look after. */
export async function changeDependant(
  db: Database,
  { id, guardianId, fields, today, now }: DependantToSave & { id: string; now: Date },
): Promise<{ readonly kind: 'changed' } | FieldsRefused | Refused<'NOT_FOUND'>> {
  const message = dependantFault({ ...fields, today });
  if (message !== undefined) return { kind: 'refused', code: 'DEPENDANT_REFUSED', message };
  const isFound = await updateDependant(db, { id, guardianId, now, ...fields });
  return isFound ? { kind: 'changed' } : { kind: 'refused', code: 'NOT_FOUND' };
}

/**
 * What is wrong with a name or a date of birth, as a sentence, or `undefined`. Pure.
 *
 * @param question.dateOfBirth 'YYYY-MM-DD'
 * @param question.today the clinic's, 'YYYY-MM-DD'
 */
function dependantFault(question: { name: string; dateOfBirth: string; today: string }): string | undefined {
  const { name, dateOfBirth, today } = question;
  const fault = profileFault({ name });
  if (fault !== undefined) return `${fault}.`;
  return birthFault(dateOfBirth, today);
}
