import { useClinicToday } from '../clinic/zone.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field for the date of birth of a person. */
export function DateOfBirthField(field: Pick<TextFieldProps, 'label' | 'name' | 'defaultValue' | 'error'>) {
  const today = useClinicToday();
  return <TextField {...field} type="date" min="1900-01-01" max={today} autoComplete="off" />;
}
