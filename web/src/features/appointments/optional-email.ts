import type { Rule } from '../../ui/use-form.ts';

/** The rule of a field for an email address that may be empty. The server decides. */
export function optionalEmail(email: string): string | undefined {
  const typed = email.trim();
  return typed === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed) ? undefined : 'That is not an email address.';
}

/** Requires a phone number, unless the form has an email field that is filled in. */
export const phoneOrEmail: Rule = (phone, control) => {
  const field = control?.form?.elements.namedItem('email');
  const hasEmail = field instanceof HTMLInputElement && field.value.trim() !== '';
  return phone.trim() !== '' || hasEmail ? undefined : 'Enter a phone number or an email address.';
};
