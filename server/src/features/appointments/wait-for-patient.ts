import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingSettings } from '../booking/index.ts';
import { setPhone } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { joinForPatient, type Wish } from '../waiting-list/index.ts';
import { type NoPatient, nameOf } from './patients.ts';
import type { Viewer } from './presenter.ts';
import { type PatientRequest, withPatient } from './with-patient.ts';

type Joined = Extract<Awaited<ReturnType<typeof joinForPatient>>, { kind: 'joined' }>;

type WaitOutcome =
  | Joined
  | NoPatient
  | Refused<'DAYS_REFUSED'>
  | Refused<'TREATMENT_UNKNOWN' | 'BEYOND_HORIZON' | 'ALREADY_WAITING' | 'TOO_MANY', { message: string }>;

/** Puts a patient on the waiting list on behalf of the clinic. A new patient is added only if they can wait. */
export async function waitForPatient(
  db: Database,
  event: {
    request: Wish & PatientRequest;
    by: Actor;
    viewer: Viewer;
    now: Date;
    settings: BookingSettings;
  },
): Promise<WaitOutcome> {
  const { request, by, now } = event;
  // An empty field does not forget a number.
  const phone = request.phone?.trim() || undefined;
  return withPatient(
    db,
    { ...event, request: { ...request, phone }, done: 'joined' },
    async (tx, patient): Promise<WaitOutcome> => {
      const { personId, treated, email, hasNewAccount } = patient;
      // Others change their number themselves.
      if (phone !== undefined && (request.newPatient || email === '')) {
        await setPhone(tx, { personId, phone: patient.phone, now });
      }
      const treatedId = treated?.personId ?? personId;
      const outcome = await joinForPatient(tx, { wish: request, personId, treatedId, now });
      const name = nameOf(patient);
      if (outcome.kind === 'refused') {
        switch (outcome.code) {
          case 'PERSON_UNKNOWN':
            return { kind: 'refused', code: 'PATIENT_UNKNOWN' };
          case 'ALREADY_WAITING':
          case 'TOO_MANY':
            return { kind: 'refused', code: outcome.code, message: whyNot[outcome.code](name) };
          default:
            return outcome;
        }
      }
      const { treatment, entry } = outcome.entry;
      const days = `${mediumDateFromIso(entry.firstDay)} to ${mediumDateFromIso(entry.lastDay)}`;
      const detail = `${treatment.name}, ${days}${hasNewAccount ? ', with a new account' : ''}.`;
      const on = { id: treatedId, name };
      await recordAudit(tx, { by, what: 'add-to-waiting-list', on, outcome: 'done', detail, now });
      if (hasNewAccount) await queueMessage(tx, { kind: 'account-opened', personId, address: email, now });
      return outcome;
    },
  );
}

const whyNot = {
  ALREADY_WAITING: (name: string) => `${name} is on the waiting list for this already.`,
  TOO_MANY: (name: string) => `${name} has too many entries on the waiting list. Please remove one first.`,
};
