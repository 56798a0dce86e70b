import type { Booking } from '@openhours/contract/booking.ts';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { type CallOnce, useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { versionSavedMeanwhile } from '../clinic/clinic-version.ts';

export type Decision = 'keep' | 'cancel';

const none: readonly Booking[] = [];

/** Fields that `useStrandingSave` adds to the body: the edited version, and the decision for each stranded booking. */
type SaveExtra = { version?: number; bookings?: Record<string, Decision> };

/**
 * Saves a change of the timetable, with a decision for each stranded booking. If the server refuses the save because
 * more bookings are stranded, they are added to the list. If somebody else saved first, `changedMeanwhile` is set and
 * the input is kept.
 */
export function useStrandingSave<Body extends object, Answer>({
  body,
  foreseen,
  version,
  send,
  onSaved,
  onStopped,
}: {
  /** The body to save, or undefined while the input has faults. */
  body: Body | undefined;
  /** The stranded bookings according to the preview. */
  foreseen: readonly Booking[];
  version?: number | undefined;
  send: (body: Body & SaveExtra, once: CallOnce) => Promise<Answer>;
  /** @param sent the body that was sent: the input may have changed meanwhile */
  onSaved: (answer: Answer, sent: { body: Body; extra: SaveExtra }) => void;
  /** Called when faults or undecided bookings stop an attempt to save. */
  onStopped?: () => void;
}) {
  const [attempt, setAttempt] = useState(0);
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const [refused, setRefused] = useState<{ of: string; bookings: readonly Booking[]; added: readonly string[] }>();
  // The body that was saved last. The preview of it may be from before the save.
  const [saved, setSaved] = useState<{ of: string; settlements: number }>();
  const of = JSON.stringify(body);
  const isRefused = refused !== undefined && refused.of === of;
  const bookings = isRefused ? refused.bookings : saved && saved.of === of ? none : foreseen;
  const undecided = bookings.filter(({ _id }) => decisions[_id] === undefined);

  const save = useIdempotentMutation({
    mutationFn: (sent: { body: Body; extra: SaveExtra }, once) => send({ ...sent.body, ...sent.extra }, once),
    onSuccess: (answer, sent) => {
      setAttempt(0);
      setDecisions({});
      setRefused(undefined);
      const settlements = (saved?.settlements ?? 0) + (bookings.length > 0 ? 1 : 0);
      setSaved({ of: JSON.stringify(sent.body), settlements });
      onSaved(answer, sent);
    },
    onError: (error, sent) => {
      const found = strandedBookings(error);
      if (!found) return;
      const known = new Set(bookings.map(({ _id }) => _id));
      const added = found.map(({ _id }) => _id).filter((id) => !known.has(id));
      setRefused({ of: JSON.stringify(sent.body), bookings: found, added: known.size > 0 ? added : [] });
    },
    meta: {
      refetches: [api.schedule, api.availability, api.agenda, api.booking, api.closures, api.audit, api.dashboard],
    },
  });
  const changedMeanwhile = versionSavedMeanwhile(save.error);

  return {
    bookings,
    /** The ids of the bookings that were made while the user decided about the others. */
    added: isRefused ? refused.added : [],
    decisions,
    undecided,
    decide: (ids: readonly string[], decision: Decision): void =>
      setDecisions((before) => ({ ...before, ...Object.fromEntries(ids.map((id) => [id, decision])) })),
    /** @param over the version to replace, by default the loaded one */
    save: (over?: number): void => {
      if (body === undefined || undecided.length > 0) {
        setAttempt(attempt + 1);
        onStopped?.();
        return;
      }
      if (save.isPending) return;
      const decided = bookings.flatMap(({ _id }) => (decisions[_id] ? [[_id, decisions[_id]] as const] : []));
      const replaced = over ?? version;
      save.mutate({
        body,
        extra: {
          ...(replaced !== undefined && { version: replaced }),
          ...(decided.length > 0 && { bookings: Object.fromEntries(decided) }),
        },
      });
    },
    /** How many attempts to save were stopped since the last save. */
    attempt,
    hasFaults: body === undefined,
    isSaving: save.isPending,
    /** The number of saves with decisions about bookings. */
    settlements: saved?.settlements ?? 0,
    /** The version that somebody else saved after this one was loaded. */
    changedMeanwhile,
    /** The error message, unless the list of bookings or `changedMeanwhile` shows the error. */
    message:
      changedMeanwhile === undefined && readFailure(save.error).code !== 'STRANDS_BOOKINGS'
        ? failureMessage(save.error)
        : undefined,
    /** Clears the last error. */
    reset: save.reset,
  };
}

export type StrandingSave = ReturnType<typeof useStrandingSave>;

/** The bookings in a `STRANDS_BOOKINGS` error. The contract defines their type. */
function strandedBookings(error: unknown): readonly Booking[] | undefined {
  const { code, data } = readFailure(error);
  const found = code === 'STRANDS_BOOKINGS' ? fieldOf(data, 'bookings') : undefined;
  return Array.isArray(found) ? (found as readonly Booking[]) : undefined;
}
