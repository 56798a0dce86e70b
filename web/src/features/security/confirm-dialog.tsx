import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '../../api/failure.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { anything, notBlank, required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';

/** Asks for the password, and for a name if `name` is given, before a second factor is changed or a session ended. */
export function ConfirmDialog({
  title,
  description,
  action,
  isDangerous = false,
  needsPassword,
  name,
  onConfirm,
  ...dialog
}: RowDialogProps & {
  title: string;
  description: string;
  /** The label of the button. */
  action: string;
  isDangerous?: boolean;
  needsPassword: boolean;
  /** The name that the field starts with. */
  name?: string | undefined;
  /** Throws ApiError. */
  onConfirm: (values: { password: string; name: string }) => Promise<void>;
}) {
  const save = useMutation({ mutationFn: onConfirm, onSuccess: dialog.onClose });
  const form = useForm({
    rules: {
      name: name === undefined ? anything : notBlank('Name is Required'),
      password: needsPassword ? required('Password is required') : anything,
    },
    onSubmit: (values) => save.mutate({ ...values, name: values.name.trim() }),
  });
  return (
    <FormDialog
      {...dialog}
      onPhones="panel"
      title={title}
      description={description}
      form={form}
      action={action}
      variant={isDangerous ? 'danger' : 'primary'}
      cancelLabel="Cancel"
      busy={save.isPending || save.isSuccess}
      message={failureMessage(save.error)}
    >
      {name !== undefined && (
        <TextField data-first-focus="" label="Name" {...form.field('name')} maxLength={60} defaultValue={name} />
      )}
      {needsPassword && (
        <PasswordField
          data-first-focus=""
          label="Your password, to confirm"
          autoComplete="current-password"
          {...form.field('password')}
        />
      )}
    </FormDialog>
  );
}
