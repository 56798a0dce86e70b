import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

type OptionGroup = { label: string; options: readonly AppointmentOption[] };

/**
 * The options in two groups: first those with the doctor for whom the form was opened, or else with the doctor, or on duty,
 * of the option for which it was. One group without a label if it was opened for none, or if there are no others. Pure.
 */
export function optionGroups(
  options: readonly AppointmentOption[],
  openedFor: { readonly optionId: string; readonly doctorName: string | undefined },
): readonly OptionGroup[] {
  const opened = options.find(({ _id, doctorName }) =>
    openedFor.doctorName === undefined ? _id === openedFor.optionId : doctorName === openedFor.doctorName,
  );
  const isFirst = ({ doctorName }: AppointmentOption) => doctorName === opened?.doctorName;
  const others = options.filter((option) => !isFirst(option));
  if (!opened || others.length === 0) return [{ label: '', options }];
  const label = opened.doctorName === undefined ? 'Doctor on duty' : titledName(opened.doctorName);
  return [
    { label, options: options.filter(isFirst) },
    { label: 'Others', options: others },
  ];
}
