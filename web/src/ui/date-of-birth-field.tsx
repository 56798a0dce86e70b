import { useClinicToday } from '../clinic/zone.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** The field `dateOfBirth` of a form. */
export function DateOfBirthField(field: Pick<TextFieldProps, 'label' | 'defaultValue' | 'error'>) {
  const today = useClinicToday();
  return <TextField {...field} name="dateOfBirth" type="date" min="1900-01-01" max={today} autoComplete="off" />;
}
