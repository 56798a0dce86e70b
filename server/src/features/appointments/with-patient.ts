import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { undoUnless } from '../../database/undo-unless.ts';
import type { BookingSettings } from '../booking/index.ts';
import { readPhone } from '../identity/index.ts';
import { addPatient, findKnownPatient, type KnownPatient, type NoPatient, type PatientFields } from './patients.ts';
import type { Viewer } from './presenter.ts';

/** For whom the front desk does something. */
export interface PatientRequest {
  /** Somebody whom the clinic knows … */
  readonly patientId?: string | undefined;
  /** … or somebody new. */
  readonly newPatient?: PatientFields | undefined;
  /** Add the new patient although the clinic seems to know them. */
  readonly evenIfKnown: boolean;
  /** As typed; `undefined` for the number that the patient gave last. */
  readonly phone?: string | undefined;
}

/**
 * Finds or adds the patient of a request, and does something for them, in one transaction. If it is not done, nothing is written: a
 * refusal leaves no new account behind.
 *
 * @param event.done the kind of the outcome of `work` that is kept
 */
export async function withPatient<Outcome extends { readonly kind: string }>(
  db: Database,
  {
    request,
    viewer,
    now,
    settings,
    done,
  }: {
    request: PatientRequest;
    viewer: Viewer;
    now: Date;
    settings: BookingSettings;
    done: Outcome['kind'];
  },
  work: (tx: Database, patient: KnownPatient) => Promise<Outcome>,
): Promise<Outcome | NoPatient> {
  const typed = readPhone(request.phone ?? '', settings.phoneCountry);
  if (typed.kind === 'refused') return { kind: 'refused', code: 'PHONE_INVALID', message: typed.message };
  const { patientId: id, newPatient: fields, evenIfKnown } = request;
  const isDone = ({ kind }: Outcome | NoPatient) => kind === done;
  return inTransaction(db, (outer) =>
    undoUnless(outer, isDone, async (tx): Promise<Outcome | NoPatient> => {
      const { phone } = typed;
      const patient = fields
        ? await addPatient(tx, { fields, phone, evenIfKnown, viewer, now, timeZone: settings.timeZone })
        : await findKnownPatient(tx, { id, phone: request.phone === undefined ? undefined : phone });
      return 'kind' in patient ? patient : work(tx, patient);
    }),
  );
}
