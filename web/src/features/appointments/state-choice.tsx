import type { BookingState } from '@openhours/contract/booking-state.ts';
import { stateNames, states } from './state-names.ts';

/** Chooses any number of states. None means all. */
export function StateChoice({
  chosen,
  onChange,
}: {
  chosen: readonly BookingState[];
  onChange: (chosen: readonly BookingState[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">State</legend>
      <div className="flex flex-wrap gap-x-5">
        {states.map((state) => (
          <label key={state} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-pine forced-colors:not-focus-visible:outline-1"
              checked={chosen.includes(state)}
              onChange={({ target }) =>
                onChange(states.filter((one) => (one === state ? target.checked : chosen.includes(one))))
              }
            />
            {stateNames[state]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
