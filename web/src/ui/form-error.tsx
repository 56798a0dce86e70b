import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';

/** What went wrong with the form as a whole, under it. The live region stands before its text comes. */
export function FormError({ message }: { message: string | undefined }) {
  return <div role="alert">{message && <FormErrorText ref={leadTo} message={message} />}</div>;
}

/** The look of such a sentence, for a place that is a live region already. */
export function FormErrorText({ message, ref }: { message: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p
      ref={ref}
      tabIndex={-1}
      className="flex animate-fade-in gap-2 rounded-control bg-danger-soft px-4 py-3 text-[0.9375rem] text-danger"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}

/**
 * Whoever pressed the form's button, or has no place at all, comes to the sentence: it can be read again, and the
 * button is one Tab on. Whoever sent the form from a field stays in it and has the sentence in sight.
 */
function leadTo(sentence: HTMLElement | null): void {
  const form = sentence?.closest('form');
  if (!form) return;
  const { activeElement, body } = document;
  const hasPressed =
    activeElement instanceof HTMLButtonElement && activeElement.type === 'submit' && activeElement.form === form;
  if (hasPressed || activeElement === body) sentence?.focus();
  else sentence?.scrollIntoView({ block: 'nearest' });
}
