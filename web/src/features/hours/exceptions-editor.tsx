import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusNext } from '../../ui/use-focus-next.ts';
import { longDay } from '../doctors/week.ts';
import type { DraftException } from './hours-draft.ts';
import { newKey } from './new-key.ts';
import { StretchRows, type TreatmentChoice, TreatmentSelect } from './stretch-row.tsx';
import { type DraftStretch, type Faults, withMoreHours } from './week-draft.ts';

type Shared = {
  faults: Faults;
  showsFaults: boolean;
  treatments: readonly TreatmentChoice[] | undefined;
  today: string;
  /** The hours of a date with which 'Other hours' begins. If absent, the editor offers no days off. */
  usualHoursOn?: (date: string) => readonly DraftStretch[];
  /** The level of the heading of each exception. */
  heading: 'h3' | 'h4';
};

/** Edits dates with other hours than their weekday, and a doctor's days off. */
export function ExceptionsEditor({
  exceptions,
  words,
  below,
  onChange,
  ...shared
}: Shared & {
  exceptions: readonly DraftException[];
  words: {
    /** Shown if there are no exceptions. */
    none: string;
    /** The button that adds one. */
    add: string;
  };
  /** Shown below the hours of an exception. */
  below: (exception: DraftException) => ReactNode;
  onChange: (next: readonly DraftException[], part?: string) => void;
}) {
  const { usualHoursOn } = shared;
  const { root, focusNext } = useFocusNext<HTMLDivElement>();
  const add = () => {
    const key = newKey();
    focusNext(`[data-exception="${key}"] input`);
    const stretches = usualHoursOn ? [] : withMoreHours([], newKey());
    onChange([...exceptions, { key, date: '', isOff: usualHoursOn !== undefined, treatmentId: '', stretches }]);
  };
  return (
    <div ref={root} className="grid gap-4">
      {exceptions.length === 0 && <p className="text-muted">{words.none}</p>}
      {exceptions.map((exception, at) => (
        <Exception
          key={exception.key}
          {...shared}
          exception={exception}
          below={below(exception)}
          onChange={(next, part) => onChange(exceptions.with(at, next), part)}
          onRemove={() => {
            focusNext('[data-add-exception]');
            onChange(exceptions.toSpliced(at, 1));
          }}
        />
      ))}
      <Button variant="secondary" size="small" className="justify-self-start" data-add-exception="" onClick={add}>
        <Plus className="size-5" aria-hidden="true" />
        {words.add}
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
  usualHoursOn,
  heading: Heading,
  below,
  onChange,
  onRemove,
}: Shared & {
  exception: DraftException;
  below: ReactNode;
  onChange: (next: DraftException, part?: string) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const { key, date, isOff, treatmentId, stretches } = exception;
  const own = faults.get(key);
  const addButton = useRef<HTMLButtonElement>(null);
  const name = date !== '' ? longDay(date, today) : usualHoursOn ? 'New exception' : 'New date';
  const setKind = (kind: string) => {
    const usual = usualHoursOn?.(date) ?? [];
    onChange({
      ...exception,
      isOff: kind === 'off',
      stretches: kind === 'off' ? [] : usual.length > 0 ? usual : withMoreHours([], newKey()),
    });
  };
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-exception={key}
      className="grid gap-3 rounded-control border border-line p-3.5"
    >
      <Heading id={id} className="text-base font-semibold">
        {name}
      </Heading>
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
        {usualHoursOn && (
          <SelectField
            label="Type of exception"
            value={isOff ? 'off' : 'hours'}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
          >
            <option value="off">Day off</option>
            <option value="hours">Other hours</option>
          </SelectField>
        )}
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
      {!isOff && (
        <StretchRows
          stretches={stretches}
          name={name}
          nameOfOnly={`${name}, hours`}
          faults={faults}
          showsFaults={showsFaults}
          treatments={treatments}
          onChange={(next, part) => onChange({ ...exception, stretches: next }, part)}
          beforeRemoval={() => addButton.current?.focus()}
        />
      )}
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
      {below}
    </div>
  );
}
