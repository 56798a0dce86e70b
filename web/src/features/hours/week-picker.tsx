import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { WeekFrom } from './hours-draft.ts';
import type { Faults } from './week-draft.ts';

/** Selects the weekly hours to edit: those that apply now, or those that apply from a later day on. */
export function WeekPicker({
  weeks,
  chosen,
  faults,
  showsFaults,
  today,
  onChoose,
  onPlan,
  onDate,
  onRemove,
}: {
  weeks: readonly WeekFrom[];
  /** The key of the selected week. */
  chosen: string;
  faults: Faults;
  showsFaults: boolean;
  today: string;
  onChoose: (key: string) => void;
  onPlan: () => void;
  onDate: (validFrom: string) => void;
  onRemove: () => void;
}) {
  const dateField = useRef<HTMLInputElement>(null);
  const week = weeks.find(({ key }) => key === chosen);
  const isLater = week !== undefined && week !== weeks[0];
  const isNew = isLater && week.validFrom === '';
  useEffect(() => {
    if (isNew) dateField.current?.focus();
  }, [isNew]);
  const fault = week && faults.get(week.key);
  return (
    <div className="grid gap-4">
      <div role="group" aria-label="Which hours" className="flex flex-wrap gap-2">
        {weeks.length > 1 &&
          weeks.map(({ key, validFrom }, at) => (
            <Button
              key={key}
              variant={key === chosen ? 'primary' : 'secondary'}
              size="small"
              aria-pressed={key === chosen}
              onClick={() => onChoose(key)}
            >
              {at === 0 ? 'Now' : validFrom === '' ? 'Later' : `From ${mediumDateFromIso(validFrom)}`}
            </Button>
          ))}
        <Button variant="secondary" size="small" onClick={onPlan}>
          <CalendarPlus className="size-5" aria-hidden="true" />
          Plan different hours from a later date
        </Button>
      </div>
      {isLater && (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            ref={dateField}
            label="These hours begin on"
            type="date"
            min={today}
            max="2999-12-31"
            value={week.validFrom}
            error={fault?.field === 'date' && (showsFaults || week.validFrom !== '') ? fault.message : undefined}
            onChange={({ currentTarget }) => onDate(currentTarget.value)}
          />
          <Button variant="quiet" className="text-danger!" onClick={onRemove}>
            Remove these hours
          </Button>
        </div>
      )}
    </div>
  );
}
