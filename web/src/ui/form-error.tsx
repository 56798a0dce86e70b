import { CircleAlert } from 'lucide-react';

/** What went wrong with the form as a whole, under it. The live region stands before its text comes. */
export function FormError({ message }: { message: string | undefined }) {
  return <div role="alert">{message && <FormErrorText message={message} />}</div>;
}

/** The look of such a sentence, for a place that is a live region already. */
export function FormErrorText({ message }: { message: string }) {
  return (
    <p className="flex animate-fade-in gap-2 rounded-control bg-danger-soft px-4 py-3 text-[0.9375rem] text-danger">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
