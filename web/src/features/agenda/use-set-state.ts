import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';
import { stateNames } from '../appointments/state-names.ts';
import { type SettableState, undoOf } from './words.ts';

type Change = { id: string; state: SettableState; version: number; isUndo?: boolean };

/** Gives an appointment another state. A message says so, with a button that takes it back. */
export function useSetState() {
  const setState = useMutation({
    mutationFn: ({ id, state, version }: Change) => client.booking.setState({ id, state, version }),
    onSuccess: ({ booking }, { isUndo }) => {
      const { _id: id, version, state, patient, can } = booking;
      const undo = isUndo ? undefined : undoOf(state, can.become);
      toast.success(`${patient}: ${stateNames[state]}.`, {
        // With the next change, an earlier Undo would be refused.
        topic: `state-of-${id}`,
        ...(undo && {
          action: {
            label: 'Undo',
            onPress: () => setState.mutate({ id, state: undo, version, isUndo: true }),
          },
        }),
      });
    },
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.agenda, api.booking, api.appointments.list, api.appointments.count], waits: true },
  });
  return setState;
}
