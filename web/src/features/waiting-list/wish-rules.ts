import { anything, required } from '../../ui/required.ts';
import type { Rule } from '../../ui/use-form.ts';

/** What every form that puts somebody on the waiting list checks. */
export const wishRules = {
  treatment: required('Please choose a treatment.'),
  doctor: anything,
  from: required('Please choose the first day.'),
  to: (last: string, control: unknown) => {
    if (last === '') return 'Please choose the last day.';
    const first = control instanceof HTMLInputElement ? control.form?.elements.namedItem('from') : null;
    return first instanceof HTMLInputElement && first.value > last
      ? 'The last day must not be before the first.'
      : undefined;
  },
} satisfies Readonly<Record<string, Rule>>;
