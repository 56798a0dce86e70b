import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';
import { type SettableState, stateWords, undoOf } from './words.ts';

type Change = { id: string; state: SettableState; version: number; isUndo?: boolean };

/** Gives an appointment another state. A message says so, with a button that takes it back. */
export function useSetState() {
  const queryClient = useQueryClient();
  const setState = useMutation({
    mutationFn: ({ id, state, version }: Change) => client.booking.setState({ id, state, version }),
    onSuccess: ({ booking }, { isUndo }) => {
      const { _id: id, version, state, patient, can } = booking;
      const undo = isUndo ? undefined : undoOf(state, can.become);
      toast.success(
        `${patient}: ${stateWords[state]}.`,
        undo && {
          action: { label: 'Undo', onPress: () => setState.mutate({ id, state: undo, version, isUndo: true }) },
        },
      );
    },
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: () =>
      Promise.all([api.agenda.key(), api.booking.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return setState;
}
