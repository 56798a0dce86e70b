import Plus from 'lucide-react/icons/plus';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DraftException, HoursFaults } from './hours-draft.ts';
import { newKey } from './new-key.ts';
import { StretchRow, type TreatmentChoice, TreatmentSelect } from './stretch-row.tsx';
import { withMoreHours } from './week-draft.ts';

/** Edits a doctor's days off and the dates with other hours than their weekday. */
export function ExceptionsEditor({
  exceptions,
  faults,
  showsFaults,
  treatments,
  today,
  onChange,
}: {
  exceptions: readonly DraftException[];
  faults: HoursFaults;
  showsFaults: boolean;
  treatments: readonly TreatmentChoice[] | undefined;
  today: string;
  onChange: (next: readonly DraftException[], part?: string) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    if (focusNext.current === undefined) return;
    root.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = undefined;
  });
  const add = () => {
    const key = newKey();
    focusNext.current = `[data-exception="${key}"] input`;
    onChange([...exceptions, { key, date: '', isOff: true, treatmentId: '', stretches: [] }]);
  };
  return (
    <div ref={root} className="grid gap-4">
      {exceptions.length === 0 && (
        <p className="text-muted">No exceptions yet. Add a day off, or different hours on a date.</p>
      )}
      {exceptions.map((exception, at) => (
        <Exception
          key={exception.key}
          exception={exception}
          faults={faults}
          showsFaults={showsFaults}
          treatments={treatments}
          today={today}
          onChange={(next, part) => onChange(exceptions.with(at, next), part)}
          onRemove={() => {
            focusNext.current = '[data-add-exception]';
            onChange(exceptions.toSpliced(at, 1));
          }}
        />
      ))}
      <Button variant="secondary" size="small" className="justify-self-start" data-add-exception="" onClick={add}>
        <Plus className="size-5" aria-hidden="true" />
        Add an exception
      </Button>
    </div>
  );
}

function Exception({
  exception,
  faults,
  showsFaults,
  treatments,
  today,
  onChange,
  onRemove,
}: {
  exception: DraftException;
  faults: HoursFaults;
  showsFaults: boolean;
  treatments: readonly TreatmentChoice[] | undefined;
  today: string;
  onChange: (next: DraftException, part?: string) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const { key, date, isOff, treatmentId, stretches } = exception;
  const own = faults.get(key);
  const addButton = useRef<HTMLButtonElement>(null);
  const name = date === '' ? 'New exception' : longDate(date);
  const setKind = (kind: string) =>
    onChange({
      ...exception,
      isOff: kind === 'off',
      stretches: kind === 'off' ? [] : withMoreHours(stretches, newKey()),
    });
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-exception={key}
      className="grid gap-3 rounded-control border border-line p-3.5"
    >
      <h3 id={id} className="text-base">
        {name}
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Date"
          type="date"
          min={today}
          max="2999-12-31"
          value={date}
          error={own && (showsFaults || date !== '') ? own.message : undefined}
          onChange={({ currentTarget }) => onChange({ ...exception, date: currentTarget.value }, `${key} date`)}
        />
        <SelectField
          label="Type of exception"
          value={isOff ? 'off' : 'hours'}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        >
          <option value="off">Day off</option>
          <option value="hours">Other hours</option>
        </SelectField>
      </div>
      {isOff && treatments && treatments.length > 0 && (
        <TreatmentSelect
          label={`${name}, off for`}
          value={treatmentId}
          treatments={treatments}
          onChange={(next) => onChange({ ...exception, treatmentId: next })}
          className="sm:w-1/2 sm:pe-1.5"
        />
      )}
      {!isOff &&
        stretches.map((stretch, at) => (
          <StretchRow
            key={stretch.key}
            stretch={stretch}
            name={stretches.length > 1 ? `${name}, hours ${at + 1}` : `${name}, hours`}
            after={stretches[at - 1]?.to}
            fault={stretchFault(faults, stretch.key)}
            showsFaults={showsFaults}
            treatments={treatments}
            onChange={(next, field) =>
              onChange({ ...exception, stretches: stretches.with(at, next) }, `${stretch.key} ${field}`)
            }
            onRanges={(ranges) => {
              const typed = ranges.map((range, place) => ({
                ...stretch,
                ...range,
                key: place === 0 ? stretch.key : newKey(),
              }));
              onChange({ ...exception, stretches: stretches.toSpliced(at, 1, ...typed) }, `${stretch.key} from`);
            }}
            onRemove={() => {
              addButton.current?.focus();
              onChange({ ...exception, stretches: stretches.toSpliced(at, 1) });
            }}
          />
        ))}
      <div className="-ms-3.5 flex flex-wrap">
        {!isOff && (
          <Button
            ref={addButton}
            variant="quiet"
            size="small"
            onClick={() => onChange({ ...exception, stretches: withMoreHours(stretches, newKey()) })}
          >
            Add hours
            <span className="sr-only"> to {name}</span>
          </Button>
        )}
        <Button variant="quiet" size="small" className="text-danger!" onClick={onRemove}>
          Remove
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  );
}

function stretchFault(faults: HoursFaults, key: string) {
  const fault = faults.get(key);
  return fault && fault.field !== 'date' ? { field: fault.field, message: fault.message } : undefined;
}

const format = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Formats '2026-12-24' as 'Thursday, December 24'. */
export function longDate(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`));
}
