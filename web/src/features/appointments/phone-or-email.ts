import type { Rule } from '../../ui/use-form.ts';

/** Requires a phone number, unless the form has an email field that is filled in. */
export const phoneOrEmail: Rule = (phone, control) => {
  const field = control?.form?.elements.namedItem('email');
  const hasEmail = field instanceof HTMLInputElement && field.value.trim() !== '';
  return phone.trim() !== '' || hasEmail ? undefined : 'Enter a phone number or an email address.';
};
