import type { ClinicAppointment, Patient } from '@openhours/contract/appointments.ts';
import type { BookingRow, presenterFor } from '../booking/index.ts';
import { type Person, showPhone } from '../identity/index.ts';

/** An appointment as the front desk sees it. */
export function presentAppointment(
  { booking, doctorId }: { booking: BookingRow; doctorId: string | null },
  present: ReturnType<typeof presenterFor>,
): ClinicAppointment {
  return {
    ...present(booking),
    patientId: booking.patientId,
    ...(doctorId === null ? {} : { doctorId }),
  };
}

/** A person to book for. */
export function presentPatient({ id, name, email, phone }: Person): Patient {
  return { _id: id, name, email, phone: phone === null ? '' : showPhone(phone) };
}
