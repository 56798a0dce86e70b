import X from 'lucide-react/icons/x';
import { Button } from '../../ui/button.tsx';
import { controlLook } from '../../ui/field.tsx';
import { TimeField } from './time-field.tsx';
import { readTime, type TimeRange } from './typed-time.ts';
import type { DraftStretch, StretchFault } from './week-draft.ts';

/** A treatment that hours can be limited to. */
export type TreatmentChoice = { readonly _id: string; readonly name: string; readonly active: boolean };

/** One time range: its start, end and treatment, and a button that removes it. */
export function StretchRow({
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
  /** Like 'Monday', or 'Monday, hours 2' if the day has several time ranges. */
  name: string;
  /** The end of the previous time range. */
  after: string | undefined;
  fault: StretchFault | undefined;
  showsFaults: boolean;
  /** If omitted, the row has no choice of treatment. */
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
          className="max-sm:order-1 max-sm:basis-full sm:w-44"
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
    <div className={className}>
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={`${controlLook} text-ellipsis`}
      >
        <option value="">All treatments</option>
        {shown.map(({ _id, name, active }) => (
          <option key={_id} value={_id}>
            Only {name}
            {!active && ' (archived)'}
          </option>
        ))}
      </select>
    </div>
  );
}
