import type { BookingState } from '@openhours/contract/booking-state.ts';
import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { stateNames, states } from './state-names.ts';

/** Chooses any number of states. None means all. */
export function StateChoice({
  chosen,
  onChange,
}: {
  chosen: readonly BookingState[];
  onChange: (chosen: readonly BookingState[]) => void;
}) {
  // The address follows a moment later. Until then, a box shows what was pressed, and the next press counts from there.
  const [draft, setDraft] = useState({ given: chosen.join(), wanted: chosen });
  if (draft.given !== chosen.join()) setDraft({ given: chosen.join(), wanted: chosen });
  const toggle = (state: BookingState, isWanted: boolean): void => {
    const wanted = states.filter((one) => (one === state ? isWanted : draft.wanted.includes(one)));
    setDraft({ ...draft, wanted });
    onChange(wanted);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">State</legend>
      <div className="flex flex-wrap gap-x-5">
        {states.map((state) => (
          <Checkbox
            key={state}
            checked={draft.wanted.includes(state)}
            onChange={({ target }) => toggle(state, target.checked)}
          >
            {stateNames[state]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
