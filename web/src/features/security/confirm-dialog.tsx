import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { notBlank, required } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';

const noRule = () => undefined;

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
  const cancel = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const save = useMutation({ mutationFn: onConfirm, onSuccess: dialog.onClose });
  const form = useForm({
    rules: {
      name: name === undefined ? noRule : notBlank('Name is Required'),
      password: needsPassword ? required('Password is required') : noRule,
    },
    onSubmit: (values) => save.mutate({ ...values, name: values.name.trim() }),
  });
  return (
    <LazyDialog
      {...dialog}
      onPhones="panel"
      title={title}
      description={description}
      initialFocus={needsPassword || name !== undefined ? field : cancel}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form.id}
            variant={isDangerous ? 'danger' : 'primary'}
            busy={save.isPending || save.isSuccess}
          >
            {action}
          </Button>
        </>
      }
    >
      <Form of={form} className="grid gap-5">
        {name !== undefined && (
          <TextField ref={field} label="Name" {...form.field('name')} maxLength={60} defaultValue={name} />
        )}
        {needsPassword && (
          <PasswordField
            ref={name === undefined ? field : undefined}
            label="Your password, to confirm"
            autoComplete="current-password"
            {...form.field('password')}
          />
        )}
        <FormError message={failureMessage(save.error)} />
      </Form>
    </LazyDialog>
  );
}
