import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { weekdays } from './week-draft.ts';

const workdays = [0, 1, 2, 3, 4];

/** Asks to which days the hours of a day are copied. If it is a workday, the other workdays are preselected. */
export function CopyDay({
  from,
  onCopy,
  onCancel,
}: {
  from: number;
  onCopy: (to: readonly number[]) => void;
  onCancel: () => void;
}) {
  const others = weekdays.map((_, day) => day).filter((day) => day !== from);
  const [chosen, setChosen] = useState<readonly number[]>(workdays.includes(from) ? workdays : []);
  const isAll = others.every((day) => chosen.includes(day));
  return (
    <fieldset className="mt-2 grid animate-fade-in gap-2 rounded-control bg-sunken p-3">
      <legend className="float-start w-full text-[0.9375rem] font-semibold">Copy {weekdays[from]} to</legend>
      <div className="flex flex-wrap gap-x-5">
        {others.map((day, place) => (
          <Checkbox
            key={day}
            ref={place === 0 ? focusWhenShown : undefined}
            checked={chosen.includes(day)}
            onChange={({ currentTarget }) =>
              setChosen(currentTarget.checked ? [...chosen, day] : chosen.filter((one) => one !== day))
            }
          >
            {weekdays[day]}
          </Checkbox>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onCopy(chosen)}>
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => setChosen(isAll ? [] : others)}>
          {isAll ? 'Clear all' : 'Select all days'}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </fieldset>
  );
}
