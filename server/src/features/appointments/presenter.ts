import type { ClinicAppointment, Patient, SeriesDates } from '@openhours/contract/appointments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { BookingRow, presenterFor } from '../booking/index.ts';
import { emailsTo, hasAccount, shownEmail, showPhone } from '../identity/index.ts';
import type { FoundPatient } from './patient-store.ts';

/** Who reads about a patient. */
export interface Viewer {
  readonly isAdmin: boolean;
}

/** A date of a series, and why it cannot be booked. */
export interface SeriesDate {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly clash: string | undefined;
}

/** An appointment as the front desk sees it. */
export function presentAppointment(booking: BookingRow, present: ReturnType<typeof presenterFor>): ClinicAppointment {
  return {
    ...present(booking),
    patientId: booking.patientId,
    // An option without a named doctor has its own calendar, which has the id of the option.
    ...(booking.calendarId === booking.optionId ? {} : { doctorId: booking.calendarId }),
  };
}

/** A date of a series. */
export function presentSeriesDate({ date, clash }: SeriesDate): SeriesDates[number] {
  return { appointmentDate: mediumDateFromIso(date), ...(clash === undefined ? {} : { clash }) };
}

/** A person to book for, as staff see them. */
export function presentPatient({ person, guardian, isUnclaimed }: FoundPatient, viewer: Viewer): Patient {
  const { id, name, email, phone, dateOfBirth } = person;
  const mayEnd = viewer.isAdmin && !hasAccount(person);
  return {
    _id: id,
    name,
    email: shownEmail(email),
    phone: phone === null ? '' : showPhone(phone),
    ...(dateOfBirth === null ? {} : { dateOfBirth }),
    ...(guardian === null ? {} : { guardian: guardian.name }),
    emails: emailsTo(guardian ?? person),
    can: {
      change: isUnclaimed,
      delete: mayEnd,
      merge: mayEnd,
    },
  };
}
