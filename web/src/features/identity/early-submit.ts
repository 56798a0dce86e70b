import { type RefObject, useEffect } from 'react';

/**
 * Submits a form again that was submitted before this script had loaded: boot.ts blocked that and marked the form. The
 * prerendered form has `data-awaits-script=""`.
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
