import { birthFault } from '@openhours/contract/date-of-birth.ts';
import type { Rule } from '../../ui/use-form.ts';

/** The rule of a `DateOfBirthField`, whose last day is the clinic's today. It may be empty. */
export const bornByToday: Rule = (date, control) =>
  control instanceof HTMLInputElement ? birthFault(date, control.max) : undefined;
