import type { Specialty } from '@openhours/contract/schedule.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

/** A checkbox for each specialty; `chosen` has names. */
export function SpecialtyChoice({
  specialties,
  chosen,
  onChange,
}: {
  specialties: readonly Specialty[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  return specialties.map(({ _id, name }) => (
    <Checkbox
      key={_id}
      checked={chosen.includes(name)}
      onChange={({ target }) => onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))}
    >
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </Checkbox>
  ));
}
