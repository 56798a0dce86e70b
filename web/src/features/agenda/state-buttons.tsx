import type { BookingCan, BookingState } from '@openhours/contract/booking-state.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useSetState } from './use-set-state.ts';
import { stateButtons } from './words.ts';

/** After a change of state. A second click of a double click comes sooner, also when the answer arrives between the two. */
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
  const lastShown = useRef(shown);
  const isPausing = useRef(false);
  useEffect(() => {
    if (lastShown.current === shown) return;
    lastShown.current = shown;
    isPausing.current = true;
    const timer = window.setTimeout(() => {
      isPausing.current = false;
    }, pauseMillis);
    return () => window.clearTimeout(timer);
  }, [shown]);
  const press = (change: Parameters<typeof setState.mutate>[0]): void => {
    if (!isPausing.current && !setState.isPending) setState.mutate(change);
  };
  return stateButtons(state, can.become).map(({ to, label, isUndo }, at) => (
    <Button
      key={to}
      variant={at === 0 && !isUndo ? 'primary' : 'secondary'}
      busy={setState.isPending && setState.variables.state === to}
      onClick={() => press({ id, state: to, version, isUndo })}
    >
      {label}
    </Button>
  ));
}
