import { type ReactNode, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useEarlySubmit } from './early-submit.ts';
import { useServerMessage } from './use-server-message.ts';

/**
 * Fields, the server's message under them, and the button that sends them. What was typed always stays. The form comes
 * with `shouldFocusError: false`, since the summary of faults leads the focus.
 */
export function AuthForm<Values extends FieldValues>({
  form,
  submitLabel,
  onSubmit,
  children,
}: {
  form: UseFormReturn<Values>;
  submitLabel: string;
  /** Throws ApiError when the server refuses. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}) {
  const element = useRef<HTMLFormElement>(null);
  const { message, run } = useServerMessage();
  const { isSubmitting, submitCount, errors } = useFormState({ control: form.control });
  useEarlySubmit(element);
  return (
    <form
      ref={element}
      method="post"
      noValidate
      data-awaits-script=""
      suppressHydrationWarning
      onSubmit={form.handleSubmit((values) => run(() => onSubmit(values)))}
      className="grid gap-5"
    >
      <FaultSummary attempt={submitCount} wrong={Object.keys(errors)} />
      {children}
      <FormError message={message} />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
