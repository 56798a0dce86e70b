import type { ListedPerson } from '@openhours/contract/people.ts';
import type { IdentityCheck } from '@openhours/contract/second-factor.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';

const checks: Readonly<Record<IdentityCheck, string>> = {
  document: 'They showed an identity document',
  'in-person': 'I know them, and they came in person',
  'call-back': 'I called them at the number that we had before',
};

const findCheck = (value: string) => (Object.keys(checks) as IdentityCheck[]).find((check) => check === value);

const rules = {
  checked: (value: string) => (findCheck(value) ? undefined : 'Please say how you checked their identity.'),
};

/** Asks before removing the second factor of a person who has lost it. */
export function ResetDialog({ person, ...dialog }: RowDialogProps & { person: ListedPerson }) {
  const reset = useMutation({
    mutationFn: (checked: IdentityCheck) => client.secondFactor.reset({ id: person._id, checked }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount > 0) toast.success(`The second factor of ${person.name} is reset.`);
      else toast.error(`Nothing changed for ${person.name}. The list is now up to date.`);
      dialog.onClose();
    },
    meta: { refetches: [api.people, api.secondFactor, api.audit] },
  });
  const form = useForm({
    rules,
    onSubmit: (values) => {
      const checked = findCheck(values.checked);
      if (checked) reset.mutate(checked);
    },
  });
  return (
    <FormDialog
      {...dialog}
      onPhones="panel"
      title="Reset the second factor?"
      description={`${person.name} can then log in with the password alone, is signed out everywhere, and gets an email.`}
      form={form}
      action="Reset"
      variant="danger"
      cancelLabel="Cancel"
      busy={reset.isPending}
      message={failureMessage(reset.error)}
    >
      <SelectField
        label="How did you check their identity?"
        hint="Your answer is kept in the audit log with your name. An email or a call from them does not prove their identity."
        {...form.field('checked')}
        defaultValue=""
      >
        <option value="" disabled>
          Choose one
        </option>
        <Options of={Object.entries(checks)} />
      </SelectField>
    </FormDialog>
  );
}
