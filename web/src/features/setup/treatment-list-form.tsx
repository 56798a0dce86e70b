import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { discardThen } from '../../ui/unsaved.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { fieldsFromForm, priceFault, treatmentRules } from '../treatments/treatment-values.ts';
import { type ListedTreatment, type TreatmentList, treatmentLists } from './treatment-lists.ts';

/** The first treatments: chosen from a list, each with a price of the clinic's own. */
export function TreatmentListForm({
  currency,
  onAddOne,
  onSaving,
}: {
  currency: string;
  /** Opens the form for a single treatment. */
  onAddOne: () => void;
  /** Called with true when saving begins, and with false when everything is saved. */
  onSaving: (isSaving: boolean) => void;
}) {
  const [listId, setListId] = useState('');
  const [isBusy, setBusy] = useState(false);
  const list = treatmentLists.find(({ id }) => id === listId);
  return (
    <Card className="grid gap-5 p-4.5! sm:p-6!">
      <SelectField
        label="Start from a list"
        hint="The list has names and lengths. You set the prices."
        value={listId}
        // What is being saved stays in view.
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) => discardThen(() => setListId(value))}
      >
        <option value="">Choose a list</option>
        <Options of={treatmentLists.map(({ id, label }) => [id, label])} />
      </SelectField>
      {list ? (
        <ListForm key={list.id} list={list} currency={currency} onSaving={onSaving} onBusy={setBusy} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-muted">Or begin with an empty list:</span>
          <Button variant="secondary" onClick={onAddOne}>
            Add the first treatment
          </Button>
        </div>
      )}
    </Card>
  );
}

function ListForm({
  list: { label, treatments },
  currency,
  onSaving,
  onBusy,
}: {
  list: TreatmentList;
  currency: string;
  onSaving: (isSaving: boolean) => void;
  /** The same, and with false also when saving fails. */
  onBusy: (isBusy: boolean) => void;
}) {
  const [keys] = useState(() => createIdempotencyKeys());
  const [isDirty, setIsDirty] = useState(false);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const rows = treatments.map((treatment, at) => ({ ...treatment, at })).filter(({ name }) => !removed.includes(name));
  const rules = Object.fromEntries(rows.flatMap(({ at }) => rulesOfRow(at, currency)));
  const save = useMutation({
    mutationFn: async (values: Readonly<Record<string, string>>) => {
      // In sequence, so that they keep their order, and a second attempt can continue after a failure.
      for (const { at, name: listed } of rows) {
        const treatment = fieldsFromForm({
          name: values[`name-${at}`] ?? '',
          minutes: values[`minutes-${at}`] ?? '',
          price: values[`price-${at}`] ?? '',
          bufferMinutes: '0',
          currency,
          colour: '',
          description: '',
        });
        // After a lost answer, a second attempt does not add it twice.
        const context = { idempotencyKey: keys.keyFor(treatment) };
        await client.treatments.create(treatment, { context });
        setRemoved((before) => [...before, listed]);
      }
    },
    onMutate: () => {
      onSaving(true);
      onBusy(true);
    },
    onSettled: () => onBusy(false),
    onSuccess: () => {
      onSaving(false);
      setIsDirty(false);
      toast.success('The treatments are saved.');
    },
    meta: { refetches: [api.treatments, api.schedule, api.availability, api.audit] },
  });
  const form = useForm({
    rules,
    onSubmit: (values) => save.mutate(values),
  });
  return (
    <Form of={form} onInput={() => setIsDirty(true)} aria-label={label} className="grid gap-5">
      <LeaveGuard
        when={isDirty}
        title="Discard this list?"
        description="What you have changed in it is not saved yet."
        keep="Keep this list"
        discard="Discard"
      />
      <ul className="grid gap-5">
        {rows.map(({ at, name, minutes }) => (
          <Row
            key={name}
            at={at}
            treatment={{ name, minutes }}
            currency={currency}
            field={form.field}
            isSaving={save.isPending}
            onRemove={() => {
              setRemoved([...removed, name]);
              setIsDirty(true);
            }}
          />
        ))}
      </ul>
      <FormError message={failureMessage(save.error)} />
      <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
        Save these treatments
      </Button>
    </Form>
  );
}

function Row({
  at,
  treatment: { name, minutes },
  currency,
  field: fieldOf,
  isSaving,
  onRemove,
}: {
  at: number;
  treatment: ListedTreatment;
  currency: string;
  field: (name: string) => { name: string; error: string | undefined };
  /** A row is removed when it is saved, so nothing can be typed into it meanwhile. */
  isSaving: boolean;
  onRemove: () => void;
}) {
  const field = (part: 'name' | 'minutes' | 'price', label: string) => ({
    label,
    ...fieldOf(`${part}-${at}`),
    readOnly: isSaving,
    // Names the treatment, too: every row has these fields.
    'aria-labelledby': `${part}-of-${at}`,
  });
  const priceLabel = `Price in ${currency}`;
  return (
    <li className="grid items-start gap-3 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_6rem_10rem_auto]">
      <span id={`name-of-${at}`} hidden>{`Name: ${name}`}</span>
      <span id={`minutes-of-${at}`} hidden>{`Minutes: ${name}`}</span>
      <span id={`price-of-${at}`} hidden>{`${priceLabel}: ${name}`}</span>
      <TextField {...field('name', 'Name')} maxLength={100} autoComplete="off" defaultValue={name} />
      <TextField {...field('minutes', 'Minutes')} inputMode="numeric" defaultValue={minutes} />
      <TextField {...field('price', priceLabel)} inputMode="decimal" autoComplete="off" />
      <Button
        variant="quiet"
        size="small"
        className="sm:mt-8"
        aria-disabled={isSaving}
        onClick={() => !isSaving && onRemove()}
      >
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

/** The rules of the form for one treatment. The currency is the clinic's, and has no field here. */
function rulesOfRow(at: number, currency: string): readonly [string, Rule][] {
  return [
    [`name-${at}`, (text, control) => treatmentRules.name(text, control) ?? sameNameFault(text, control)],
    [`minutes-${at}`, treatmentRules.minutes],
    [`price-${at}`, (text) => priceFault(text, currency)],
  ];
}

function sameNameFault(text: string, control: Parameters<Rule>[1]): string | undefined {
  const others = [...(control?.form?.querySelectorAll<HTMLInputElement>('input[name^="name-"]') ?? [])];
  const isTwice = others.some((other) => other !== control && other.value.trim() === text.trim());
  return isTwice ? 'Another treatment has this name.' : undefined;
}
