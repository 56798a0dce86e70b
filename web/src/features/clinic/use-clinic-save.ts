import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Shown } from '../../api/refetch-after.ts';
import { setClinicSaved } from './clinic-version.ts';

/**
 * Saves some of the clinic's values, and tells whether their form has unsaved input, also when it is edited while it is
 * being saved.
 */
export function useClinicSave<Body extends { version?: number | undefined }, Answer extends { version: number }>({
  query,
  send,
  refetches,
  onSaved,
  onRefused,
}: {
  /** The query that fills the form. */
  query: { queryKey: QueryKey };
  send: (body: Body) => Promise<Answer>;
  /** What shows these values besides the form. */
  refetches: readonly Shown[];
  onSaved: (answer: Answer) => void;
  onRefused?: (error: Error) => void;
}) {
  const edits = useRef(0);
  const [isDirty, setIsDirty] = useState(false);
  const save = useMutation({
    mutationFn: send,
    onMutate: () => edits.current,
    onSuccess: (answer, { version: from }, sent, { client }) => {
      setClinicSaved(client, query, { from, answer });
      if (edits.current === sent) setIsDirty(false);
      onSaved(answer);
    },
    ...(onRefused && { onError: onRefused }),
    meta: { refetches },
  });
  return {
    save,
    /** For `LeaveGuard`. */
    isDirty,
    /** Call this with each edit. */
    edit: (): void => {
      edits.current += 1;
      setIsDirty(true);
    },
  };
}
