import { type RefObject, useEffect } from 'react';

/**
 * Sends a form that somebody submitted before this script had arrived; boot.ts held it back and left a note on it.
 * The form carries `data-awaits-script=""` in the prerendered page.
 */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const submitted = element.dataset.awaitsScript === 'submitted';
    element.removeAttribute('data-awaits-script');
    if (submitted) element.requestSubmit();
  }, [form]);
}
