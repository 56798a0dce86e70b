import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

/** Asks for a confirmation. 'Cancel' has the focus at first. */
export function QuestionDialog({
  action,
  variant = 'danger',
  cancelLabel = 'Cancel',
  disabled = false,
  busy = false,
  message,
  below,
  onConfirm,
  children,
  ...dialog
}: Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'finalFocus' | 'onClosed' | 'children'> & {
  /** The label of the button that confirms. */
  action: string;
  variant?: 'danger' | 'primary';
  cancelLabel?: string | undefined;
  disabled?: boolean;
  busy?: boolean;
  /** Why the action failed or is not possible. */
  message?: string | undefined;
  /** Shown below the message: what the user can do instead. */
  below?: ReactNode;
  onConfirm: () => void;
}) {
  return (
    <LazyDialog
      {...dialog}
      onPhones="panel"
      footer={
        <>
          <Button data-first-focus="" variant="secondary" onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button variant={variant} disabled={disabled} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {(children || message || below) && (
        <div className="grid gap-y-4 has-[[role=alert]:empty]:gap-0">
          {children}
          <FormError message={message} />
          {below}
        </div>
      )}
    </LazyDialog>
  );
}
