import { closureDays } from '@openhours/contract/closure-days.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { savedText } from '../hours/saved-text.ts';
import { StrandingSave } from '../hours/stranding-save.tsx';
import { useSettled } from '../hours/use-settled.ts';
import { useStrandingSave } from '../hours/use-stranding-save.ts';
import { type ClosingDraft, closingBody, closingFaults } from './closing-days.ts';

const previewMillis = 500;
/** A day and a time. */
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-start gap-5';

/** A doctor, or the whole clinic (empty `doctorId`), whose days can be closed. */
type Closable = { readonly doctorId: string; readonly name: string };

/** Closes days, and asks for each appointment on them whether to keep or cancel it. */
export function ClosingForm({
  initial,
  closable,
  saveLabel,
  onSaved,
  onCancel,
  onDirty,
}: {
  initial: ClosingDraft;
  /** The choices of 'Applies to'. The field is hidden if there is only one, and then it is the initial one. */
  closable: readonly Closable[];
  saveLabel: string;
  /** @param done a sentence for the user: what was closed */
  onSaved: (done: string) => void;
  onCancel: () => void;
  onDirty?: () => void;
}) {
  const today = useClinicToday();
  const whoField = useRef<HTMLSelectElement>(null);
  const firstField = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(initial);
  const asksWho = initial.doctorId === undefined;
  useEffect(() => (asksWho ? whoField : firstField).current?.focus(), [asksWho]);
  const faults = closingFaults(draft, { today, minute: clinicMinute() });
  const { reason: _, ...days } = closingBody(draft);
  const isPreviewable = [faults.doctorId, faults.from, faults.to, faults.toTime].every((fault) => fault === undefined);
  const { settled, isSettled } = useSettled(isPreviewable ? days : undefined, previewMillis);
  const preview = useQuery(api.closures.preview.queryOptions({ input: settled ?? skipToken, gcTime: 0 }));
  const stranding = useStrandingSave({
    body: Object.keys(faults).length === 0 ? closingBody(draft) : undefined,
    foreseen: isSettled ? (preview.data?.bookings ?? []) : [],
    send: client.closures.create,
    onSaved: (answer) => onSaved(savedText(`Closed on ${closureDays(answer)}.`, answer)),
  });
  const change = (next: Partial<ClosingDraft>) => {
    setDraft({ ...draft, ...next });
    stranding.reset();
    onDirty?.();
  };
  const shown = (field: keyof typeof faults) => {
    // Before the first attempt to save, only an end that was entered shows its error.
    const isEmpty = draft[field]?.trim() === '';
    return stranding.attempt > 0 || (!isEmpty && (field === 'to' || field === 'toTime')) ? faults[field] : undefined;
  };
  return (
    <form
      noValidate
      aria-label="Close days"
      data-editor=""
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        stranding.save();
      }}
    >
      {closable.length > 1 && (
        <SelectField
          ref={whoField}
          label="Applies to"
          error={shown('doctorId')}
          value={draft.doctorId ?? ''}
          onChange={({ currentTarget: { value } }) => change({ doctorId: asksWho && value === '' ? undefined : value })}
        >
          {asksWho && <option value="">Choose a doctor</option>}
          <Options of={closable.map((one) => [one.doctorId, one.name])} />
        </SelectField>
      )}
      <div className={pair}>
        <TextField
          ref={firstField}
          label="First day"
          hint="Closed from this day on."
          type="date"
          required
          max="2999-12-31"
          value={draft.from}
          error={shown('from')}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextField
          label="From"
          hint="Leave it empty for all day."
          type="time"
          value={draft.fromTime}
          onChange={({ currentTarget }) => change({ fromTime: currentTarget.value })}
        />
      </div>
      <div className={pair}>
        <TextField
          label="Last day"
          hint="Leave it empty for one day."
          type="date"
          min={draft.from || today}
          max="2999-12-31"
          value={draft.to}
          error={shown('to')}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <TextField
          label="Until"
          hint="Leave it empty for all day."
          type="time"
          value={draft.toTime}
          error={shown('toTime')}
          onChange={({ currentTarget }) => change({ toTime: currentTarget.value })}
        />
      </div>
      <TextField
        label="Reason"
        hint="Patients can read it."
        required
        maxLength={200}
        value={draft.reason}
        error={shown('reason')}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
      <StrandingSave
        stranding={stranding}
        label={saveLabel}
        stopped={{ byUndecided: 'First decide what happens to the appointments on these days.' }}
        beside={
          <Button variant="secondary" className="max-sm:w-full" onClick={onCancel}>
            Cancel
          </Button>
        }
      />
    </form>
  );
}
