import CircleAlert from 'lucide-react/icons/circle-alert';
import type { Ref } from 'react';

/** An error about the whole form, below it. The live region exists before its text. */
export function FormError({ message }: { message: string | undefined }) {
  return <div role="alert">{message && <FormErrorText ref={leadTo} message={message} />}</div>;
}

/** The look of such a message, inside an existing live region. */
export function FormErrorText({ message, ref }: { message: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p
      ref={ref}
      tabIndex={-1}
      className="flex animate-fade-in gap-2 rounded-control bg-danger-soft px-4 py-3 text-[0.9375rem] text-danger"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 large-text:hidden" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}

/**
 * Focuses the message if the form's button or nothing had the focus: it can be read again, and the button is one Tab
 * away. If a field had the focus, it stays there and the message is scrolled into view.
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
