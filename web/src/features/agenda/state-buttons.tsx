import type { BookingCan, BookingState } from '@openhours/contract/booking-state.ts';
import { Button } from '../../ui/button.tsx';
import { useSetState } from './use-set-state.ts';
import { stateButtons } from './words.ts';

/** The buttons for what an appointment can become now, as the server says. */
export function StateButtons({
  booking: { _id: id, state, version, can },
}: {
  booking: { _id: string; state: BookingState; version: number; can: Pick<BookingCan, 'become'> };
}) {
  const setState = useSetState();
  return stateButtons(state, can.become).map(({ to, label, isUndo }, at) => (
    <Button
      key={to}
      variant={at === 0 && !isUndo ? 'primary' : 'secondary'}
      busy={setState.isPending && setState.variables.state === to}
      onClick={() => setState.mutate({ id, state: to, version, isUndo })}
    >
      {label}
    </Button>
  ));
}
