import type { AgendaAppointment } from '@openhours/contract/agenda.ts';

/**
 * Whom the doctor sees now or next: who is with them, or has arrived first, or is booked next. Who has not arrived is left out
 * once their appointment would have ended, because not every clinic records who came. Pure.
 *
 * @param minute of the day, by the clinic's clock, less the minutes that the doctor is late
 */
export function nextPatient(appointments: readonly AgendaAppointment[], minute: number): AgendaAppointment | undefined {
  return (
    appointments.find(({ state }) => state === 'in-progress') ??
    appointments.find(({ state }) => state === 'arrived') ??
    appointments.find(({ state, startMinute, minutes }) => state === 'booked' && startMinute + minutes > minute)
  );
}
