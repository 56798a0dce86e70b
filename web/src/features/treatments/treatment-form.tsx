import type { Treatment, TreatmentFields } from '@openhours/contract/treatments.ts';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { messageBelow, refusalAt } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { changedFields, fieldsFromForm, treatmentColours, treatmentRules } from './treatment-values.ts';

/** The field that shows each refusal, by error code. */
const fieldOfRefusal: Readonly<Record<string, keyof typeof treatmentRules>> = {
  TREATMENT_EXISTS: 'name',
  PRICE_REFUSED: 'price',
};

/** Adds or changes a treatment. */
export function TreatmentForm({
  treatment: shown,
  currency,
  onClose,
  onDirty,
}: {
  /** The treatment to change; undefined to add one. */
  treatment?: Treatment | undefined;
  /** The clinic's currency, for a new treatment. If it is empty, the server uses the clinic's, too. */
  currency?: string | undefined;
  /** Called when it is saved or cancelled. */
  onClose: () => void;
  /** Called after the first input. */
  onDirty: () => void;
}) {
  // It is refetched while the form is open.
  const [treatment] = useState(shown);
  const save = useIdempotentMutation({
    mutationFn: (fields: TreatmentFields, once): Promise<Treatment> =>
      treatment
        ? client.treatments.update({ id: treatment._id, ...changedFields(fields, treatment) }, once)
        : client.treatments.create(fields, once),
    onSuccess: (saved) => toast.success(`${saved.name} is saved.`),
    onError: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
    meta: { refetches: [api.treatments, api.schedule, api.availability, api.audit], waits: true },
  });
  const form = useForm({
    rules: treatmentRules,
    // `onClose` is not called if the form was cancelled before the answer.
    onSubmit: (values): void => save.mutate(fieldsFromForm(values), { onSuccess: onClose }),
  });
  const ownColour = treatment?.colour;
  return (
    <Form of={form} onInput={onDirty} className="grid gap-5" aria-label={treatment?.name ?? 'New treatment'}>
      <TextField
        ref={focusWhenShown}
        label="Name"
        {...form.field('name')}
        autoComplete="off"
        maxLength={100}
        defaultValue={treatment?.name}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Minutes"
          hint="How long an appointment lasts."
          {...form.field('minutes')}
          inputMode="numeric"
          defaultValue={treatment?.minutes ?? 30}
        />
        <TextField
          label="Buffer in minutes"
          hint="Kept free afterwards. Patients do not see it."
          {...form.field('bufferMinutes')}
          inputMode="numeric"
          defaultValue={treatment?.bufferMinutes ?? 0}
        />
        <TextField
          label="Price"
          {...form.field('price')}
          inputMode="decimal"
          autoComplete="off"
          hint="0 if it costs nothing."
          defaultValue={treatment?.price}
        />
        <TextField
          label="Currency"
          {...form.field('currency')}
          autoComplete="off"
          maxLength={3}
          className="[&_input]:uppercase"
          hint={treatment || currency ? 'Three letters.' : "Three letters. Empty: the clinic's."}
          defaultValue={treatment?.currency ?? currency}
        />
      </div>
      <TextArea
        label="Description"
        {...form.field('description')}
        hint="Patients see it. You can leave it empty."
        maxLength={2000}
        defaultValue={treatment?.description}
      />
      <SelectField label="Colour" {...form.field('colour')} defaultValue={ownColour ?? ''}>
        <option value="">None</option>
        <Options of={treatmentColours.map(({ name, value }) => [value, name])} />
        {ownColour && treatmentColours.every(({ value }) => value !== ownColour) && (
          <option value={ownColour}>{ownColour}</option>
        )}
      </SelectField>
      <FormError message={messageBelow(save.error, fieldOfRefusal)} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" busy={save.isPending}>
          {treatment ? 'Save' : 'Add treatment'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
