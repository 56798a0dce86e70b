import type { AgendaAppointment } from '@openhours/contract/agenda.ts';

/** Whom the doctor sees now or next: who is with them, or has arrived first, or is booked next. Pure. */
export function nextPatient(appointments: readonly AgendaAppointment[]): AgendaAppointment | undefined {
  for (const wanted of ['in-progress', 'arrived', 'booked'] as const) {
    const found = appointments.find(({ state }) => state === wanted);
    if (found) return found;
  }
  return undefined;
}
