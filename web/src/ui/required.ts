import type { Rule } from './use-form.ts';

/** A rule for required fields. */
export function required(message: string): Rule {
  return (value) => (value === '' ? message : undefined);
}

/** The same for a field in which spaces alone count as nothing. */
export function notBlank(message: string): Rule {
  return (value) => (value.trim() === '' ? message : undefined);
}

/** The rule for a field in which everything is accepted. */
export const anything: Rule = () => undefined;
