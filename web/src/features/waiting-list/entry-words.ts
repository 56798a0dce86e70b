import type { Patient } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { partWords } from './part-words.ts';

const HOUR = 3_600_000;

/** The days, the times of the day and the doctor that somebody waits for. */
export function requestText({
  from,
  to,
  times,
  doctorName,
}: Pick<WaitingListEntry, 'from' | 'to' | 'times' | 'doctorName'>) {
  const days = from === to ? mediumDateFromIso(from) : `${mediumDateFromIso(from)} to ${mediumDateFromIso(to)}`;
  const parts = times.map((part) => partWords[part].replace(/^./, (letter) => letter.toLowerCase()));
  return [days, ...parts, doctorName ? `with ${titledName(doctorName)}` : 'with any doctor'].join(', ');
}

/** For staff, before somebody is added: how they learn of a time that becomes free. `isCalled` of the entry decides. */
export function wayOfOffer(patient: Pick<Patient, 'emails' | 'guardian' | 'can'> | 'new'): string {
  if (patient === 'new' || patient.emails === 'no-address' || (patient.can.change && patient.guardian === undefined)) {
    return 'They get no automatic offers, because they would not see them. The list says when a time is free, so that you can call them.';
  }
  return patient.emails === 'unconfirmed'
    ? 'If a time becomes free, it is offered to them in their account, or the list says that you should call them.'
    : 'If a time becomes free, it is offered to them as to others who wait.';
}

/** How long is left, '9:05'; with hours, '11 h 3 min'. */
export function leftText(millis: number): string {
  const left = Math.max(0, millis);
  const minutes = Math.floor((left % HOUR) / 60_000);
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${minutes} min`;
  return `${minutes}:${String(Math.floor((left % 60_000) / 1000)).padStart(2, '0')}`;
}
