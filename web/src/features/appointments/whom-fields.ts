import type { Patient } from '@openhours/contract/appointments.ts';
import { optionalEmail } from '../../ui/email-rules.ts';
import { notBlank } from '../../ui/required.ts';
import type { Rule } from '../../ui/use-form.ts';
import { bornByToday } from '../dependants/born-by-today.ts';
import { phoneOrEmail } from './phone-or-email.ts';
import type { PatientField } from './use-appointment-requests.ts';

type Whom = Patient | 'new';
const none: Rule = () => undefined;

/** Whether the form asks for a phone number: it alone reaches somebody without an address, whom nobody looks after. */
export const needsPhone = (whom: Whom): boolean => whom === 'new' || whom.emails === 'no-address';

/** The rules of the fields that say for whom something is booked or wanted. */
export const whomRules = (whom: Whom): Record<PatientField, Rule> => ({
  name: whom === 'new' ? notBlank('Name is Required') : none,
  email: optionalEmail,
  dateOfBirth: bornByToday,
  phone: needsPhone(whom) ? phoneOrEmail : none,
});

/** For whom, as the server takes it. */
export function whomFrom(whom: Whom, { name, email, dateOfBirth }: Record<PatientField, string>) {
  if (whom !== 'new') return { patientId: whom._id };
  return {
    newPatient: {
      name: name.trim(),
      ...(email.trim() !== '' && { email: email.trim() }),
      ...(dateOfBirth !== '' && { dateOfBirth }),
    },
  };
}
