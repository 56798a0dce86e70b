import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { DateOfBirthField } from '../dependants/date-of-birth-field.tsx';
import type { SearchedPatient } from './patient-words.ts';

/** What is asked about somebody new, besides the phone number. */
export function NewPatientFields({
  known,
  field,
}: {
  /** What was typed before. */
  known: SearchedPatient;
  field: (name: 'name' | 'email' | 'dateOfBirth') => Pick<TextFieldProps, 'name' | 'error'>;
}) {
  return (
    <>
      <TextField label="Name" defaultValue={known.name} autoComplete="off" maxLength={100} {...field('name')} />
      <TextField
        label="Email (optional)"
        hint="If you enter one, the patient gets an account and a link to confirm the address. Other emails are sent once the address is confirmed."
        type="email"
        defaultValue={known.email}
        autoComplete="off"
        maxLength={254}
        {...field('email')}
      />
      <DateOfBirthField label="Date of birth (optional)" defaultValue={known.dateOfBirth} {...field('dateOfBirth')} />
    </>
  );
}
