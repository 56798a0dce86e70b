import { EARLIEST_BIRTH } from '@openhours/contract/date-of-birth.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';

/** A field for the date of birth of a person. Its rule is `bornByToday`. */
export function DateOfBirthField(field: Pick<TextFieldProps, 'label' | 'name' | 'defaultValue' | 'error'>) {
  const today = useClinicToday();
  return <TextField {...field} type="date" min={EARLIEST_BIRTH} max={today} autoComplete="off" />;
}
