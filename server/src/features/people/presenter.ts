import type { Doctor, ListedPerson } from '@openhours/contract/people.ts';
import { type Person, userRecord } from '../identity/index.ts';
import { actionsOn } from './rules.ts';

/** Who looks, and what decides what they may do. */
export interface Onlooker {
  readonly callerId: string;
  readonly admins: number;
}

/** A row of All Users, as an admin sees it. */
export function listedPerson(person: Person, onlooker: Onlooker): ListedPerson {
  const { isAdmin, isDoctor, createdAt } = person;
  return {
    ...userRecord(person),
    isAdmin,
    isDoctor,
    joinedAt: createdAt.toISOString(),
    can: actionsFor(person, onlooker),
  };
}

/** A row of Manage Doctors, as an admin sees it. */
export function listedDoctor(
  { person, specialty }: { person: Person; specialty: string | null },
  onlooker: Onlooker,
): Doctor {
  const { id, name, email, image, isAdmin } = person;
  const can = actionsFor(person, onlooker);
  return {
    _id: id,
    name,
    email,
    ...(specialty === null ? {} : { specialty }),
    ...(image === null ? {} : { photoURL: image }),
    role: 'doctor',
    isAdmin,
    can: { removeDoctor: can.removeDoctor, delete: can.delete },
  };
}

function actionsFor({ id, isAdmin, isDoctor }: Person, { callerId, admins }: Onlooker) {
  return actionsOn({ isAdmin, isDoctor, isCaller: id === callerId, admins });
}
