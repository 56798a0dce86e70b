import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  claimPhoto,
  findPerson,
  listDoctorsByName,
  lockInRole,
  NOT_OUR_IMAGE,
  type Person,
  profileFault,
} from '../identity/index.ts';
import { openOptionOfDoctor } from './open-option.ts';
import { closeOptionOfDoctor, findOptionOfDoctor, findTreatmentByName, listOptionsOfDoctor } from './store.ts';

type UpdateOptionsOutcome =
  | { readonly kind: 'updated'; readonly modified: number }
  | Refused<'SPECIALTY_UNKNOWN' | 'DOCTOR_UNKNOWN' | 'PROFILE_REFUSED', { message: string }>;

/**
 * Lets patients book a specialty with this doctor, shows this photo or the one of their profile, and records it in the
 * audit log.
 */
export function updateOptions(
  db: Database,
  {
    specialty,
    doctorName,
    doctorId,
    doctorPhoto,
    by,
    now,
  }: {
    specialty: string;
    doctorName: string;
    /** Without it, the doctor is found by name. */
    doctorId: string | undefined;
    doctorPhoto: string | undefined;
    by: Actor;
    now: Date;
  },
): Promise<UpdateOptionsOutcome> {
  return inTransaction(db, async (tx) => {
    const refuse = async (
      code: 'SPECIALTY_UNKNOWN' | 'DOCTOR_UNKNOWN' | 'PROFILE_REFUSED',
      message: string,
    ): Promise<UpdateOptionsOutcome> => {
      await recordAudit(tx, { by, what: 'update-options', outcome: 'refused', detail: message, now });
      return { kind: 'refused', code, message };
    };
    const fault = profileFault({ image: doctorPhoto });
    if (fault !== undefined) return refuse('PROFILE_REFUSED', `${fault}.`);
    const treatment = await findTreatmentByName(tx, specialty);
    if (!treatment) return refuse('SPECIALTY_UNKNOWN', `The clinic has no specialty called ${specialty}.`);
    const chosen = doctorId
      ? await findPerson(tx, doctorId)
      : await chooseDoctor(tx, { name: doctorName, treatmentId: treatment.id });
    // Locked, so that a doctor who loses the role or is deleted meanwhile leaves no open option behind.
    const doctor = chosen && (await lockInRole(tx, { personId: chosen.id, role: 'isDoctor' })) ? chosen : undefined;
    if (!doctor) {
      const message = doctorId ? `${doctorName} is not a doctor.` : `There is no doctor called ${doctorName}.`;
      return refuse('DOCTOR_UNKNOWN', message);
    }

    if (!(await claimPhoto(tx, { image: doctorPhoto, now }))) return refuse('PROFILE_REFUSED', `${NOT_OUR_IMAGE}.`);

    const { changed } = await openOptionOfDoctor(tx, {
      treatmentId: treatment.id,
      doctor: { id: doctor.id, name: doctor.name, photo: doctorPhoto || doctor.image },
    });
    await recordAudit(tx, {
      by,
      what: 'update-options',
      on: doctor,
      outcome: changed ? 'done' : 'unchanged',
      detail: treatment.name,
      now,
    });
    return { kind: 'updated', modified: changed ? 1 : 0 };
  });
}

/** Takes a specialty away from a doctor, and records it in the audit log. Booked appointments stay. */
export function closeOption(
  db: Database,
  { specialty, doctorId, by, now }: { specialty: string; doctorId: string; by: Actor; now: Date },
): Promise<{ readonly kind: 'closed' | 'unchanged' } | Refused<'NOT_FOUND'>> {
  return inTransaction(db, async (tx) => {
    const doctor = await findPerson(tx, doctorId);
    const treatment = await findTreatmentByName(tx, specialty);
    if (!doctor || !treatment) return { kind: 'refused', code: 'NOT_FOUND' };
    const changed = await closeOptionOfDoctor(tx, { treatmentId: treatment.id, doctorId });
    const outcome = changed ? 'done' : 'unchanged';
    await recordAudit(tx, { by, what: 'update-options', on: doctor, outcome, detail: `Removed: ${specialty}`, now });
    return { kind: changed ? 'closed' : 'unchanged' };
  });
}

/**
 * Of several doctors of the same name: one who has no option yet (just created), else one who has this treatment
 * already, else the newest.
 */
async function chooseDoctor(tx: Database, of: { name: string; treatmentId: string }): Promise<Person | undefined> {
  const named = await listDoctorsByName(tx, of.name);
  const standings = [];
  for (const doctor of named) {
    const isNew = (await listOptionsOfDoctor(tx, doctor.id)).length === 0;
    const treats = await findOptionOfDoctor(tx, { treatmentId: of.treatmentId, doctorId: doctor.id });
    standings.push({ doctor, isNew, treats: treats !== undefined });
  }
  return (standings.find(({ isNew }) => isNew) ?? standings.find(({ treats }) => treats))?.doctor ?? named[0];
}
