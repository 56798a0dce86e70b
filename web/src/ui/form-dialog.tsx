import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

/**
 * A dialog with a form of `useForm` and, at the foot, the button that submits it. `cancelLabel` adds a button that closes the
 * dialog. That button has the focus when the dialog opens, unless a field has `data-first-focus`.
 */
export function FormDialog({
  form,
  action,
  variant,
  cancelLabel,
  busy,
  message,
  children,
  ...dialog
}: Omit<DialogProps, 'footer' | 'children'> & {
  form: ComponentProps<typeof Form>['of'];
  /** The label of the button that submits the form. */
  action: string;
  variant?: ButtonProps['variant'];
  cancelLabel?: string;
  busy: boolean;
  /** Why the form was not accepted, if no field shows it. */
  message: string | undefined;
  children: ReactNode;
}) {
  return (
    <LazyDialog
      {...dialog}
      footer={
        <>
          {cancelLabel && (
            <Button data-first-focus="" variant="secondary" onClick={dialog.onClose}>
              {cancelLabel}
            </Button>
          )}
          <Button type="submit" form={form.id} {...(variant && { variant })} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form of={form} className="grid gap-5">
        {children}
        <FormError message={message} />
      </Form>
    </LazyDialog>
  );
}
