import type { Booking } from '@openhours/contract/booking.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type CallContext } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';

export type Decision = 'keep' | 'cancel';
export type Decisions = Readonly<Record<string, Decision>>;

/** What a save adds to its body. */
export type SaveExtra = { version?: number; bookings?: Record<string, Decision> };

/**
 * Saves a change of the timetable, with what becomes of each booking that no longer fits. A booking made while somebody
 * decided comes back from the server and joins the list; a change by somebody else is answered without losing what was
 * entered here.
 */
export function useStrandingSave<Body extends object, Answer>({
  body,
  foreseen,
  version,
  send,
  onSaved,
}: {
  /** What is saved; undefined while it has faults. */
  body: Body | undefined;
  /** The bookings that no longer fit, as far as a preview of this body knows. */
  foreseen: readonly Booking[];
  version?: number | undefined;
  send: (body: Body & SaveExtra, context: CallContext) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
}) {
  const queryClient = useQueryClient();
  const [keys] = useState(() => createIdempotencyKeys());
  const [decisions, setDecisions] = useState<Decisions>({});
  const [refused, setRefused] = useState<{ of: string; bookings: readonly Booking[]; added: readonly string[] }>();
  const of = JSON.stringify(body);
  const isRefused = refused !== undefined && refused.of === of;
  const bookings = isRefused ? refused.bookings : foreseen;
  const undecided = bookings.filter(({ _id }) => decisions[_id] === undefined);

  const save = useMutation({
    mutationFn: async (sent: Body & SaveExtra) => send(sent, { bearer: true, idempotencyKey: keys.keyFor(sent) }),
    onSuccess: (answer, sent) => {
      keys.settle(sent);
      setDecisions({});
      setRefused(undefined);
      for (const part of [api.schedule, api.availability, api.booking, api.closures, api.audit, api.dashboard]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
      onSaved(answer);
    },
    onError: (error, sent) => {
      if (readFailure(error).kind === 'refused') keys.settle(sent);
      const found = strandedBookings(error);
      if (!found || of === undefined) return;
      const known = new Set(bookings.map(({ _id }) => _id));
      const added = found.map(({ _id }) => _id).filter((id) => !known.has(id));
      setRefused({ of, bookings: found, added: known.size > 0 ? added : [] });
    },
  });
  const { code } = readFailure(save.error);
  const changedMeanwhile = code === 'CHANGED_MEANWHILE' ? versionOf(save.error) : undefined;

  return {
    bookings,
    /** Booked while somebody decided about the others. */
    added: isRefused ? refused.added : [],
    decisions,
    undecided,
    decide: (ids: readonly string[], decision: Decision): void =>
      setDecisions((before) => ({ ...before, ...Object.fromEntries(ids.map((id) => [id, decision])) })),
    /** @param over the version to replace; by default the one that was loaded */
    save: (over?: number): void => {
      if (body === undefined || save.isPending) return;
      const decided = bookings.flatMap(({ _id }) => (decisions[_id] ? [[_id, decisions[_id]] as const] : []));
      const replaced = over ?? version;
      save.mutate({
        ...body,
        ...(replaced !== undefined && { version: replaced }),
        ...(decided.length > 0 && { bookings: Object.fromEntries(decided) }),
      });
    },
    isSaving: save.isPending,
    /** The version that somebody else has saved meanwhile. */
    changedMeanwhile,
    /** What went wrong, unless the list of bookings or `changedMeanwhile` says it. */
    message:
      save.error && code !== 'STRANDS_BOOKINGS' && changedMeanwhile === undefined
        ? failureMessage(save.error)
        : undefined,
    /** Forgets the last failure. */
    reset: save.reset,
  };
}

/** The bookings of `STRANDS_BOOKINGS`, which the contract describes. */
function strandedBookings(error: unknown): readonly Booking[] | undefined {
  const { code, data } = readFailure(error);
  const found = code === 'STRANDS_BOOKINGS' ? fieldOf(data, 'bookings') : undefined;
  return Array.isArray(found) ? (found as readonly Booking[]) : undefined;
}

function versionOf(error: unknown): number | undefined {
  const version = fieldOf(readFailure(error).data, 'version');
  return typeof version === 'number' ? version : undefined;
}
