import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

/** Says that a treatment, or a treatment with this doctor, is not offered on any day. */
export function notOfferedText({
  treatment,
  doctorName,
  options,
}: {
  treatment: string;
  doctorName?: string | undefined;
  /** All options of a day. */
  options: readonly Pick<AppointmentOption, 'name'>[];
}): string {
  return doctorName && options.some(({ name }) => name === treatment)
    ? `${titledName(doctorName)} does not offer ${treatment} any more.`
    : `${treatment} is not offered any more.`;
}
