import type { Dependant } from '@openhours/contract/dependants.ts';
import { isRelation, RELATIONS, type Relation } from '@openhours/contract/relations.ts';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notBlank, required } from '../../ui/required.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { bornByToday } from './born-by-today.ts';
import { DateOfBirthField } from './date-of-birth-field.tsx';
import { relationWords } from './relation-words.ts';

const rules = {
  name: notBlank('Name is Required'),
  dateOfBirth: (date, control) => required('Date of birth is required')(date, control) ?? bornByToday(date, control),
  relation: required('Please choose one.'),
} satisfies Readonly<Record<string, Rule>>;

/** Adds somebody whom the account's owner looks after, or changes what they said. */
export function DependantDialog({
  dependant,
  onSaved,
  ...dialog
}: RowDialogProps & { dependant: Dependant | undefined; onSaved?: (saved: Dependant) => void }) {
  const save = useIdempotentMutation({
    mutationFn: (fields: { name: string; dateOfBirth: string; relation: Relation }, once) =>
      dependant ? client.dependants.save({ id: dependant._id, ...fields }) : client.dependants.add(fields, once),
    onSuccess: ({ dependant: saved }) => {
      toast.success(dependant ? 'The change is saved.' : `You can now book for ${saved.name}.`);
      onSaved?.(saved);
      dialog.onClose();
    },
    meta: { refetches: [api.dependants] },
  });
  const form = useForm({
    rules,
    onSubmit: ({ name, dateOfBirth, relation }) => {
      if (isRelation(relation)) save.mutate({ name: name.trim(), dateOfBirth, relation });
    },
  });
  return (
    <FormDialog
      {...dialog}
      title={dependant ? dependant.name : 'Add a person'}
      form={form}
      action="Save"
      busy={save.isPending}
      message={failureMessage(save.error)}
    >
      <TextField
        label="Full name"
        {...form.field('name')}
        defaultValue={dependant?.name ?? ''}
        autoComplete="off"
        maxLength={100}
      />
      <DateOfBirthField
        label="Date of birth"
        defaultValue={dependant?.dateOfBirth ?? ''}
        {...form.field('dateOfBirth')}
      />
      <SelectField label="Relation to you" {...form.field('relation')} defaultValue={dependant?.relation ?? ''}>
        <option value="">Please choose</option>
        <Options of={RELATIONS.map((relation) => [relation, relationWords[relation]])} />
      </SelectField>
    </FormDialog>
  );
}
