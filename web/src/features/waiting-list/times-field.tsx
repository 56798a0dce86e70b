import { PARTS_OF_DAY, type PartOfDay } from '@openhours/contract/parts-of-day.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { partWords } from './part-words.ts';

/** The times of the day that suit somebody; none: any. */
export function TimesField({
  times,
  onChange,
}: {
  times: readonly PartOfDay[];
  onChange: (times: readonly PartOfDay[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Time of the day</legend>
      <div className="flex flex-wrap gap-x-5">
        {PARTS_OF_DAY.map((part) => (
          <Checkbox
            key={part}
            checked={times.includes(part)}
            onChange={({ target }) => onChange(target.checked ? [...times, part] : times.filter((one) => one !== part))}
          >
            {partWords[part]}
          </Checkbox>
        ))}
      </div>
      <p className="text-sm text-muted">Leave all of them empty for any time of the day.</p>
    </fieldset>
  );
}
