import type { BookingCan, BookingState } from '@openhours/contract/booking-state.ts';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSetState } from './use-set-state.ts';
import { stateButtons } from './words.ts';

/** After a change of state: a double click must not press the button that takes the place of the pressed one. */
const pauseMillis = 1000;

/** The buttons for what an appointment can become now, as the server says. */
export function StateButtons({
  booking: { _id: id, state, version, can },
}: {
  booking: { _id: string; state: BookingState; version: number; can: Pick<BookingCan, 'become'> };
}) {
  const setState = useSetState();
  // A button of the next state, or of the next patient, takes the place of the pressed one.
  const shown = `${id} ${state}`;
  const [last, setLast] = useState(shown);
  const [isPausing, setIsPausing] = useState(false);
  if (last !== shown) {
    setLast(shown);
    setIsPausing(true);
  }
  useEffect(() => {
    if (!isPausing) return;
    const timer = window.setTimeout(() => setIsPausing(false), pauseMillis);
    return () => window.clearTimeout(timer);
  }, [isPausing]);
  // A change is also in progress after Undo in its message, and until the page shows it.
  const isResting = isPausing || setState.isPending;
  const press = (change: Parameters<typeof setState.mutate>[0]): void => {
    if (!isResting) setState.mutate(change);
  };
  return stateButtons(state, can.become).map(({ to, label, isUndo }, at) => (
    <Button
      key={to}
      variant={at === 0 && !isUndo ? 'primary' : 'secondary'}
      aria-disabled={isResting || undefined}
      busy={setState.isPending && setState.variables.state === to}
      onClick={() => press({ id, state: to, version, isUndo })}
    >
      {label}
    </Button>
  ));
}
