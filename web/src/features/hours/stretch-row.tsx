import X from 'lucide-react/icons/x';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select-field.tsx';
import { newKey } from './new-key.ts';
import { TimeField } from './time-field.tsx';
import { readTime, type TimeRange } from './typed-time.ts';
import { type DraftStretch, endOf, type Fault, type Faults } from './week-draft.ts';

/** A treatment that hours can be limited to. */
export type TreatmentChoice = { readonly _id: string; readonly name: string; readonly active: boolean };

/**
 * The time ranges of a day. `onChange` gets the new ones and the name of the field, so that `useUndo` undoes all characters
 * typed into it together.
 */
export function StretchRows({
  stretches,
  name,
  nameOfOnly = name,
  faults,
  showsFaults,
  treatments,
  onChange,
  beforeRemoval,
}: {
  stretches: readonly DraftStretch[];
  /** The day. If it has several time ranges, their names are 'Monday, hours 1' and so on. */
  name: string;
  nameOfOnly?: string;
  faults: Faults;
  /** Shows faults even while the user types in the field. True after an attempt to save. */
  showsFaults: boolean;
  /** If omitted, hours cannot be limited to a treatment. */
  treatments: readonly TreatmentChoice[] | undefined;
  onChange: (next: readonly DraftStretch[], part?: string) => void;
  /** Moves the focus from the button that will be removed. */
  beforeRemoval: () => void;
}) {
  return stretches.map((stretch, at) => (
    <StretchRow
      key={stretch.key}
      stretch={stretch}
      name={stretches.length > 1 ? `${name}, hours ${at + 1}` : nameOfOnly}
      after={endOf(stretches[at - 1])}
      fault={faults.get(stretch.key)}
      showsFaults={showsFaults}
      treatments={treatments}
      onChange={(next, field) => onChange(stretches.with(at, next), `${stretch.key} ${field}`)}
      onRanges={(ranges) => {
        const typed = ranges.map((range, place) => ({
          ...stretch,
          ...range,
          key: place === 0 ? stretch.key : newKey(),
        }));
        onChange(stretches.toSpliced(at, 1, ...typed), `${stretch.key} from`);
      }}
      onRemove={() => {
        beforeRemoval();
        onChange(stretches.toSpliced(at, 1));
      }}
    />
  ));
}

/** One time range: its start, end and treatment, and a button that removes it. */
function StretchRow({
  stretch,
  name,
  after,
  fault,
  showsFaults,
  treatments,
  onChange,
  onRanges,
  onRemove,
}: {
  stretch: DraftStretch;
  name: string;
  /** The end of the previous time range. */
  after: string | undefined;
  fault: Fault | undefined;
  showsFaults: boolean;
  treatments: readonly TreatmentChoice[] | undefined;
  onChange: (next: DraftStretch, field: 'from' | 'to' | 'treatmentId') => void;
  onRanges: (ranges: readonly TimeRange[]) => void;
  onRemove: () => void;
}) {
  const { key, from, to, treatmentId } = stretch;
  const errorAt = (field: 'from' | 'to') => (fault?.field === field ? fault.message : undefined);
  return (
    <div role="group" aria-label={name} data-stretch={key} className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <TimeField
        label={`${name}, from`}
        value={from}
        which="from"
        after={after}
        error={errorAt('from')}
        showsError={showsFaults}
        onChange={(text) => onChange({ ...stretch, from: text }, 'from')}
        onRanges={onRanges}
      />
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <TimeField
        label={`${name}, until`}
        value={to}
        which="to"
        after={readTime(from, { role: 'from' })}
        error={errorAt('to')}
        showsError={showsFaults}
        onChange={(text) => onChange({ ...stretch, to: text }, 'to')}
      />
      {treatments && (
        <TreatmentSelect
          label={`${name}, for`}
          value={treatmentId}
          treatments={treatments}
          onChange={(next) => onChange({ ...stretch, treatmentId: next }, 'treatmentId')}
          className="max-sm:order-1 max-sm:basis-full sm:max-w-64 sm:grow sm:basis-44"
        />
      )}
      <Button variant="quiet" size="small" className="px-3!" onClick={onRemove}>
        <X className="size-5" aria-hidden="true" />
        <span className="sr-only">Remove {name}</span>
      </Button>
    </div>
  );
}

/** Selects the treatment that hours are limited to. */
export function TreatmentSelect({
  label,
  value,
  treatments,
  onChange,
  className,
}: {
  label: string;
  value: string;
  treatments: readonly TreatmentChoice[];
  onChange: (treatmentId: string) => void;
  className: string;
}) {
  const shown = treatments.filter(({ _id, active }) => active || _id === value);
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={className}
    >
      <option value="">All treatments</option>
      {shown.map(({ _id, name, active }) => (
        <option key={_id} value={_id}>
          Only {name}
          {!active && ' (archived)'}
        </option>
      ))}
    </Select>
  );
}
