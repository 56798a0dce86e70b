import { notBlank } from '../../ui/required.ts';
import type { Rule } from '../../ui/use-form.ts';

/** What the contract accepts. */
const LONGEST = 60;

/** The rule for the clinic's name. A field that stops at the limit would cut off a pasted name without a word. */
export const clinicNameRule: Rule = (typed, control) => {
  const { length } = typed.trim();
  if (length > LONGEST) return `At most ${LONGEST} characters. This name has ${length}.`;
  return notBlank('Name is Required')(typed, control);
};
