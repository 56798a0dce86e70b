import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

/** 'Cardiology, Dr. Amara Nwosu: 5 free', for an `option` element. */
export function optionText({
  name,
  doctorName,
  slots,
}: Pick<AppointmentOption, 'name' | 'doctorName' | 'slots'>): string {
  const whose = doctorName ? `, ${isolated(titledName(doctorName))}` : '';
  return `${isolated(name)}${whose}: ${slots.length === 0 ? 'full' : `${slots.length} free`}`;
}

/** What `bdi` does, for a text without elements: a name from right to left does not change the order of what follows. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
