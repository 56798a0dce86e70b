import { PARTS_OF_DAY, type PartOfDay } from '@openhours/contract/parts-of-day.ts';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../call/caller.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import {
  type BookingReader,
  chosenAt,
  findBooking,
  type Refusal,
  refusalMessage,
  refuseUnconfirmed,
  whyNotMove,
} from '../booking/index.ts';
import { findDependant, keepPerson } from '../identity/index.ts';
import { bookableDays, findRules, findTreatmentByName, listOptionsOfTreatments } from '../schedule/index.ts';
import { countEntriesLocked, findEntry, insertEntry, type ShownEntry } from './entry-store.ts';
import { MOST_ENTRIES } from './rules.ts';

/** What somebody waits for. Days are 'YYYY-MM-DD', both included. */
interface WaitingRequest {
  readonly treatment: string;
  readonly optionId?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly times?: readonly PartOfDay[] | undefined;
  readonly treatedId?: string | undefined;
  /** The appointment that is to be earlier. */
  readonly earlierThan?: string | undefined;
}

type JoinOutcome =
  | { readonly kind: 'joined'; readonly entry: ShownEntry }
  | Refused<'PERSON_UNKNOWN' | 'DAYS_REFUSED' | 'ALREADY_WAITING' | 'TOO_MANY'>
  | Refused<'TREATMENT_UNKNOWN' | 'BEYOND_HORIZON' | 'EMAIL_UNCONFIRMED', { message: string }>
  | NotMovable;

type NotMovable = Refused<'NOT_MOVABLE', { message: string }>;

/** Puts somebody on the waiting list, or says why not. */
export function joinWaitingList(
  db: Database,
  {
    request,
    reader,
    person,
  }: { request: WaitingRequest; reader: BookingReader; person: Pick<Caller, 'email' | 'emailVerified'> },
): Promise<JoinOutcome> {
  const { now, personId } = reader;
  return inTransaction(db, async (tx): Promise<JoinOutcome> => {
    const treatment = await findTreatmentByName(tx, request.treatment);
    if (!treatment) return notOffered(request.treatment);
    const options = await listOptionsOfTreatments(tx, [treatment.id]);
    const { optionId } = request;
    if (!options.some((option) => (optionId ?? option.optionId) === option.optionId)) {
      return notOffered(request.treatment);
    }
    const rules = await findRules(tx);
    const unconfirmed = refuseUnconfirmed(person, rules);
    if (unconfirmed) return refusedLikeBooking(unconfirmed, request);
    const { first, last } = bookableDays({ now, ...rules });
    if (request.to < first) return { kind: 'refused', code: 'DAYS_REFUSED' };
    if (request.from > last || request.to > last) {
      return refusedLikeBooking({ code: 'BEYOND_HORIZON', lastDate: last }, request);
    }

    const moved = await movedBy(tx, { request, treatmentId: treatment.id, reader });
    if ('kind' in moved) return moved;
    const treatedId = moved.treatedId ?? request.treatedId ?? personId;
    if (!(await isTheirs(tx, { treatedId, personId }))) return { kind: 'refused', code: 'PERSON_UNKNOWN' };
    const waiting = await countEntriesLocked(tx, personId);

    const id = uuidv7();
    const entry = {
      id,
      personId,
      treatedId,
      treatmentId: treatment.id,
      optionId: optionId ?? null,
      firstDay: request.from > first ? request.from : first,
      lastDay: request.to,
      times: timesOf(request.times),
      bookingId: moved.bookingId,
      joinedAt: now,
    };
    if (waiting >= MOST_ENTRIES) return { kind: 'refused', code: 'TOO_MANY' };
    if (!(await insertEntry(tx, entry))) return { kind: 'refused', code: 'ALREADY_WAITING' };
    const found = await findEntry(tx, id);
    if (!found) throw new Error('An entry that was just written was not found');
    return { kind: 'joined', entry: found };
  });
}

/** All parts of the day are as good as none. */
function timesOf(times: readonly PartOfDay[] = []): PartOfDay[] {
  const chosen = PARTS_OF_DAY.filter((part) => times.includes(part));
  return chosen.length === PARTS_OF_DAY.length ? [] : chosen;
}

type Moved = { readonly bookingId: string | null; readonly treatedId: string | undefined };

/** The appointment that is to be earlier, if there is one. */
async function movedBy(
  tx: Database,
  { request, treatmentId, reader }: { request: WaitingRequest; treatmentId: string; reader: BookingReader },
): Promise<Moved | NotMovable> {
  const { earlierThan: id } = request;
  if (id === undefined) return { bookingId: null, treatedId: undefined };
  const booking = isUuid(id) ? await findBooking(tx, id) : undefined;
  if (booking?.patientId !== reader.personId || booking.treatmentId !== treatmentId) {
    return notMovable('You have no such appointment for this treatment.');
  }
  const message = whyNotMove({ ...booking, chosenAt: chosenAt(booking) }, { ...reader, as: 'patient' });
  return message === undefined ? { bookingId: id, treatedId: booking.treatedId } : notMovable(message);
}

function notMovable(message: string): NotMovable {
  return { kind: 'refused', code: 'NOT_MOVABLE', message };
}

function refusedLikeBooking(
  refusal: Extract<Refusal, { code: 'BEYOND_HORIZON' | 'EMAIL_UNCONFIRMED' }>,
  { treatment, to: date }: WaitingRequest,
): JoinOutcome {
  return { kind: 'refused', code: refusal.code, message: refusalMessage(refusal, { treatment, date, slot: '' }) };
}

function notOffered(treatment: string): JoinOutcome {
  return { kind: 'refused', code: 'TREATMENT_UNKNOWN', message: `${treatment} is not offered any more.` };
}

/** Whether this is the person or somebody whom they look after. Both stay until this transaction ends. */
async function isTheirs(
  tx: Database,
  { treatedId, personId }: { treatedId: string; personId: string },
): Promise<boolean> {
  if (!(await keepPerson(tx, personId))) return false;
  if (treatedId === personId) return true;
  return (
    (await keepPerson(tx, treatedId)) &&
    (await findDependant(tx, { id: treatedId, guardianId: personId })) !== undefined
  );
}
