import { type ReactNode, useState } from 'react';
import { failureMessage, formFailureMessage } from '../../api/failure.ts';
import { ApiError } from '../../api/http.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { useEarlySubmit } from './early-submit.ts';

/**
 * Fields, the server's message below, and the submit button. Input is never cleared. After success the button stays
 * busy: the next document is loading, or the page shows something else than this form.
 */
export function AuthForm<Name extends string>({
  rules,
  submitLabel,
  onSubmit,
  children,
}: {
  rules: Readonly<Record<Name, Rule>>;
  submitLabel: string;
  /** Throws ApiError if the server refuses. */
  onSubmit: (values: Record<Name, string>) => Promise<void>;
  children: (field: (name: Name) => { name: Name; error: string | undefined }) => ReactNode;
}) {
  const [message, setMessage] = useState<string>();
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    rules,
    onSubmit: async (values) => {
      setMessage(undefined);
      try {
        await onSubmit(values);
        setIsDone(true);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isTyped = Object.values(values).some((typed) => typed !== '');
        setMessage(isTyped ? formFailureMessage(error) : failureMessage(error));
      }
    },
  });
  useEarlySubmit(form.props.ref);
  return (
    <Form of={form} method="post" data-awaits-script="" suppressHydrationWarning className="grid gap-5">
      {children(form.field)}
      <FormError message={message} />
      <Button type="submit" busy={form.isSubmitting || isDone} className="w-full">
        {submitLabel}
      </Button>
    </Form>
  );
}
