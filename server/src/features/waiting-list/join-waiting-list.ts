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
export interface Wish {
  readonly treatment: string;
  readonly optionId?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly times?: readonly PartOfDay[] | undefined;
}

interface WaitingRequest extends Wish {
  readonly treatedId?: string | undefined;
  /** The appointment that is to be earlier. */
  readonly earlierThan?: string | undefined;
}

type Joined = { readonly kind: 'joined'; readonly entry: ShownEntry };
type WishRefused =
  | Refused<'DAYS_REFUSED'>
  | Refused<'ALREADY_WAITING' | 'TOO_MANY'>
  | Refused<'TREATMENT_UNKNOWN' | 'BEYOND_HORIZON', { message: string }>;
type NotMovable = Refused<'NOT_MOVABLE', { message: string }>;

type JoinOutcome =
  | Joined
  | WishRefused
  | Refused<'PERSON_UNKNOWN'>
  | Refused<'EMAIL_UNCONFIRMED', { message: string }>
  | NotMovable;

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
    const unconfirmed = refuseUnconfirmed(person, await findRules(tx));
    if (unconfirmed) return { kind: 'refused', code: unconfirmed.code, message: messageOf(unconfirmed, request) };
    const wish = await readWish(tx, request, now);
    if (wish.kind === 'refused') return wish;
    const moved = await movedBy(tx, { request, treatmentId: wish.treatmentId, reader });
    if ('kind' in moved) return moved;
    const treatedId = moved.treatedId ?? request.treatedId ?? personId;
    if (!(await isTheirs(tx, { treatedId, personId }))) return { kind: 'refused', code: 'PERSON_UNKNOWN' };
    return addEntry(tx, { wish, personId, treatedId, bookingId: moved.bookingId, now });
  });
}

/**
 * The same for the front desk, about somebody who need not be able to sign in. Must run inside a transaction.
 *
 * @param of.personId the account, or somebody without one
 * @param of.treatedId the same person, or somebody whom they look after
 */
export async function joinForPatient(
  tx: Database,
  of: { wish: Wish; personId: string; treatedId: string; now: Date },
): Promise<Joined | WishRefused | Refused<'PERSON_UNKNOWN'>> {
  const { personId, treatedId, now } = of;
  const wish = await readWish(tx, of.wish, now);
  if (wish.kind === 'refused') return wish;
  if (!(await isTheirs(tx, { treatedId, personId }))) return { kind: 'refused', code: 'PERSON_UNKNOWN' };
  return addEntry(tx, { wish, personId, treatedId, bookingId: null, now });
}

interface ReadWish {
  readonly kind: 'wish';
  readonly treatmentId: string;
  readonly optionId: string | null;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly times: PartOfDay[];
}

async function readWish(tx: Database, request: Wish, now: Date): Promise<ReadWish | WishRefused> {
  const treatment = await findTreatmentByName(tx, request.treatment);
  if (!treatment) return notOffered(request.treatment);
  const options = await listOptionsOfTreatments(tx, [treatment.id]);
  const { optionId } = request;
  if (!options.some((option) => (optionId ?? option.optionId) === option.optionId)) {
    return notOffered(request.treatment);
  }
  const { first, last } = bookableDays({ now, ...(await findRules(tx)) });
  if (request.to < first) return { kind: 'refused', code: 'DAYS_REFUSED' };
  if (request.from > last || request.to > last) {
    const refusal = { code: 'BEYOND_HORIZON', lastDate: last } as const;
    return { kind: 'refused', code: refusal.code, message: messageOf(refusal, request) };
  }
  return {
    kind: 'wish',
    treatmentId: treatment.id,
    optionId: optionId ?? null,
    firstDay: request.from > first ? request.from : first,
    lastDay: request.to,
    times: timesOf(request.times),
  };
}

async function addEntry(
  tx: Database,
  of: { wish: ReadWish; personId: string; treatedId: string; bookingId: string | null; now: Date },
): Promise<Joined | WishRefused> {
  const { wish, personId, treatedId, bookingId, now: joinedAt } = of;
  const { kind: _, ...wanted } = wish;
  if ((await countEntriesLocked(tx, personId)) >= MOST_ENTRIES) return { kind: 'refused', code: 'TOO_MANY' };
  const id = uuidv7();
  const isNew = await insertEntry(tx, { id, personId, treatedId, ...wanted, bookingId, joinedAt });
  if (!isNew) return { kind: 'refused', code: 'ALREADY_WAITING' };
  const found = await findEntry(tx, id);
  if (!found) throw new Error('An entry that was just written was not found');
  return { kind: 'joined', entry: found };
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

function messageOf(refusal: Refusal, { treatment, to: date }: Wish): string {
  return refusalMessage(refusal, { treatment, date, slot: '' });
}

function notOffered(treatment: string): WishRefused {
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
