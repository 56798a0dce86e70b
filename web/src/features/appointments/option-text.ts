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

/** Letters of scripts that are written from right to left, such as Hebrew and Arabic, and the mark for that direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * What `bdi` does, for a text without elements: a name from right to left does not change the order of what follows. Other
 * names begin with their own letter, by which browsers find an option when it is typed.
 */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
