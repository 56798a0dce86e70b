import type { Doctor } from '@openhours/contract/doctors.ts';
import type { ListedPerson } from '@openhours/contract/people.ts';
import { type Person, userRecord } from '../identity/index.ts';
import { actionsOn } from './rules.ts';

/** The viewer, and what decides their permissions. */
interface Viewer {
  readonly callerId: string;
  readonly admins: number;
}

/** A row of All Users, as an admin sees it. */
export function listedPerson(person: Person, viewer: Viewer): ListedPerson {
  const { isAdmin, isDoctor, isFrontDesk, createdAt } = person;
  return {
    ...userRecord(person),
    isAdmin,
    isDoctor,
    isFrontDesk,
    joinedAt: createdAt.toISOString(),
    can: actionsFor(person, viewer),
  };
}

/** A row of Manage Doctors, as an admin sees it. */
export function listedDoctor(
  { person, specialties }: { person: Person; specialties: readonly string[] },
  viewer: Viewer,
): Doctor {
  const { id, name, email, image, isAdmin } = person;
  const can = actionsFor(person, viewer);
  return {
    _id: id,
    name,
    email,
    ...(specialties.length > 0 && { specialty: specialties.join(', ') }),
    specialties: [...specialties],
    ...(image === null ? {} : { photoURL: image }),
    role: 'doctor',
    isAdmin,
    can: { removeDoctor: can.removeDoctor, delete: can.delete },
  };
}

function actionsFor(person: Person, { callerId, admins }: Viewer) {
  const { id, isAdmin, isDoctor, isFrontDesk, twoFactorEnabled: hasSecondFactor } = person;
  return actionsOn({ isAdmin, isDoctor, isFrontDesk, hasSecondFactor, isCaller: id === callerId, admins });
}
