import type { ComponentProps } from 'react';
import { FaultSummary } from './fault-summary.tsx';
import type { useForm } from './use-form.ts';

type FormState = Pick<ReturnType<typeof useForm>, 'id' | 'props' | 'attempt' | 'errors'>;

/** The form of `useForm`, with the summary of its errors above the fields. */
export function Form({
  of: { props, attempt, errors },
  children,
  ...form
}: { of: FormState } & Omit<ComponentProps<'form'>, keyof FormState['props']>) {
  return (
    <form {...props} {...form}>
      <FaultSummary attempt={attempt} wrong={Object.keys(errors)} />
      {children}
    </form>
  );
}
