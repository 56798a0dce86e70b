import * as z from 'zod';
import { admin, frontDeskOrAdmin, staff } from './access.ts';
import { IsoDate, IsoDateInput, NextFree } from './availability.ts';
import { Booking, bookingRefusals } from './booking.ts';
import { BookingStates } from './booking-state.ts';
import { call, notFound } from './call.ts';
import { PersonName } from './dependants.ts';
import { EmailReach } from './email-confirmation.ts';
import { MOST_OTHERS } from './limits.ts';
import { Count, page, Search } from './people.ts';
import { AppointmentOption } from './schedule.ts';
import { changedMeanwhile } from './versions.ts';
import { CsvFile, Currency, EmailInput, Id, LookupId, MediumDate, MediumDateInput, PhoneInput, Price } from './wire.ts';

/** An appointment as the front desk sees it. */
export const ClinicAppointment = Booking.extend({
  patientId: Id,
  /** Absent if the treatment was booked without a named doctor. */
  doctorId: Id.optional(),
});
export type ClinicAppointment = z.infer<typeof ClinicAppointment>;

/**
 * A person who can be booked for: every account, also those of doctors and admins; somebody whom an account's owner
 * looks after; and somebody whom the front desk took down without an email address.
 */
export const Patient = z.object({
  _id: Id,
  name: z.string(),
  /** Empty for somebody without an account. */
  email: z.string(),
  /** The number given last, in international form; empty if none was given. */
  phone: z.string(),
  dateOfBirth: IsoDate.optional(),
  /** The name of the person who looks after them. */
  guardian: z.string().optional(),
  /**
   * Whether emails reach them, or the person who looks after them. An account that is `unconfirmed` may have been opened by
   * somebody else.
   */
  emails: EmailReach,
  can: z.object({
    /** Whether staff may change what the clinic knows about them: until they use an account. */
    change: z.boolean(),
    /**
     * Whether an admin can delete them here (DELETE /users/{id}): if they have no account. All Users lists everybody with
     * an account, which is deleted with the people whom its owner looks after.
     */
    delete: z.boolean(),
    /** Whether an admin can merge them into another record of the same person: if they have no account. */
    merge: z.boolean(),
  }),
});
export type Patient = z.infer<typeof Patient>;

/**
 * Somebody who is not here yet. With an email address, they get an account and an email that says how to choose a
 * password. Without one, a phone number is needed; the address can be added later (PUT /patients/{id}).
 */
const NewPatient = z.object({
  name: PersonName,
  email: EmailInput.optional(),
  dateOfBirth: IsoDateInput.optional(),
});

/** Whom the front desk books or waits for: somebody known or somebody new (`onePatient`). */
export const patientFields = {
  patientId: Id.optional(),
  newPatient: NewPatient.optional(),
  phone: PhoneInput.optional(),
  /** Adds `newPatient` although the clinic seems to know them already (`PATIENT_EXISTS`). */
  evenIfKnown: z.boolean().default(false),
};

/** Whom to book for, and what. */
const wanted = {
  ...patientFields,
  appointmentDate: MediumDateInput,
  treatment: z.string().min(1, 'Please choose a treatment.').max(200),
  optionId: Id.optional(),
  slot: z.string().min(1, 'Please choose a slot.').max(40),
};
export const onePatient = {
  check: ({ patientId, newPatient }: { patientId?: string | undefined; newPatient?: unknown }) =>
    (patientId === undefined) !== (newPatient === undefined),
  message: { message: 'Please send either `patientId` or `newPatient`.', path: ['patientId'] },
};
/** Somebody without an email address, whom nobody looks after, is reached by phone only. */
const phoneRefusals = {
  PHONE_INVALID: bookingRefusals.PHONE_INVALID,
  PHONE_NEEDED: { status: 409, message: 'Enter a phone number or an email address.' },
} as const;
export const noPatient = {
  ...phoneRefusals,
  PATIENT_UNKNOWN: { status: 409, message: 'This patient no longer exists. Please search again.' },
  EMAIL_TAKEN: { status: 409, message: 'There is already an account with this email address.' },
  PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
  BIRTH_REFUSED: { status: 409, message: 'That date of birth cannot be used.' },
  PATIENT_EXISTS: {
    status: 409,
    message: 'There is already a patient with this name and this date of birth or phone number.',
    data: z.object({ patient: Patient }),
  },
} as const;

/** Why a slot is refused to staff, who book at any notice and are asked for no price. */
const slotRefusals = {
  SLOT_TAKEN: bookingRefusals.SLOT_TAKEN,
  SLOT_NOT_OFFERED: bookingRefusals.SLOT_NOT_OFFERED,
  SLOT_PAST: bookingRefusals.SLOT_PAST,
  BEYOND_HORIZON: bookingRefusals.BEYOND_HORIZON,
  TREATMENT_UNKNOWN: bookingRefusals.TREATMENT_UNKNOWN,
  ALREADY_BOOKED: bookingRefusals.ALREADY_BOOKED,
  ELSEWHERE: bookingRefusals.ELSEWHERE,
} as const;

const Series = z
  .object({
    ...wanted,
    everyWeeks: z.number().int().min(1).max(12, 'At most every 12 weeks.'),
    times: z.number().int().min(2, 'A series has at least two appointments.').max(26, 'At most 26 appointments.'),
  })
  .refine(onePatient.check, onePatient.message);
const SeriesToBook = Series.safeExtend({ without: z.array(MediumDateInput).max(26).default([]) });
export type SeriesToBook = z.infer<typeof SeriesToBook>;
/** The dates of a series. One that cannot be booked says why. */
const SeriesDates = z.array(z.object({ appointmentDate: MediumDate, clash: z.string().optional() }));
export type SeriesDates = z.infer<typeof SeriesDates>;

/** The first slot of an option that staff can book. */
const NextFreeOfOption = NextFree.extend({
  optionId: Id,
  /** Missing: with whoever is on duty. */
  doctorName: z.string().optional(),
});
export type NextFreeOfOption = z.infer<typeof NextFreeOfOption>;

/** One of two records of a person. */
const MergedPatient = Patient.extend({
  /** At which they are treated, past and cancelled ones too. */
  appointments: z.number().int(),
  /** The people whom they look after. */
  dependants: z.number().int(),
});
export type MergedPatient = z.infer<typeof MergedPatient>;
const Merge = z.object({ id: LookupId, into: LookupId.describe('The `_id` of the other record of the same person') });

/** What finds a patient. */
const searchForPatient =
  'Words, each of which must occur in the name or the email address (Garcia, Maria); a date of birth (1980-01-31, ' +
  '31.1.1980, 1/31/1980 or Jan 31, 1980); at least 3 digits of the phone number or the email address, or, with words, the ' +
  'year of birth. Of several of these, all must apply.';

/** Which appointments. */
const Filter = z.object({
  from: MediumDateInput.optional(),
  to: MediumDateInput.optional(),
  fromMinute: z.coerce
    .number()
    .int()
    .min(0)
    .max(1439)
    .optional()
    .describe('Of the day `from`, only those that end after this minute since 00:00'),
  doctor: Id.optional().describe('The `_id` of a doctor'),
  treatment: Id.optional().describe('The `_id` of a treatment'),
  person: Id.optional().describe('The `_id` of the person treated, or of the account'),
  search: Search.describe(`${searchForPatient} Or the reference of an appointment.`),
  state: BookingStates.optional(),
  payment: z.enum(['unpaid']).optional().describe('Only those that are still to be paid'),
});
export type WantedAppointments = z.infer<typeof Filter>;

/** The most appointments that are counted. */
export const MAX_COUNTED = 10_000;

const CountedAppointments = Count.extend({
  /** There are more: only the first are counted. */
  isMore: z.boolean(),
  /** The sum of the prices in each currency. Only with `payment`. */
  toPay: z.array(z.object({ amount: Price, currency: Currency })).optional(),
});
export type CountedAppointments = z.infer<typeof CountedAppointments>;

/** The most appointments that one file can have. */
export const MAX_EXPORTED = 50_000;

export const appointments = call.tag('Appointments').router({
  list: call
    .meta({ access: staff, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/appointments',
      summary: 'The appointments of the clinic, in order of time',
      description:
        '`from` and `to` are civil dates of the clinic, both included; without them, there is no limit. Cancelled ' +
        'appointments are listed too. At most `limit` at a time; the next page starts after the `_id` given as `cursor`. ' +
        'Doctors get their own appointments only.',
    })
    .input(Filter.extend(page))
    .output(z.array(ClinicAppointment)),

  count: call
    .meta({ access: staff, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/appointments/count',
      summary: 'How many appointments there are, and with `payment` what is to be paid for them',
      description: `Of all days without \`from\` and \`to\`. Counts at most ${MAX_COUNTED}. Doctors get the count of their own appointments.`,
    })
    .input(Filter)
    .output(CountedAppointments),

  others: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/appointments/{id}/others',
      summary: 'The other appointments of the person whose appointment this is',
      description:
        `Those ahead, the next first, then past ones, the latest first; at most ${MOST_OTHERS}, cancelled ones too. ` +
        "Doctors get only their own appointments, and 404 for another doctor's.",
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(z.array(ClinicAppointment)),

  export: call
    .meta({ access: frontDeskOrAdmin, limit: 'exportsByAddress' })
    .route({
      method: 'GET',
      path: '/appointments.csv',
      summary: 'The same appointments as a table for spreadsheets',
      description:
        `CSV in UTF-8 with a byte order mark, at most ${MAX_EXPORTED} appointments. A cell that a spreadsheet would run as ` +
        'a formula begins with an apostrophe. The audit log records who exported what.',
    })
    .errors({
      TOO_MANY: {
        status: 409,
        message: 'These are too many appointments for one file. Please choose fewer days.',
      },
    })
    .input(Filter)
    .output(CsvFile),

  doctors: call
    .meta({ access: frontDeskOrAdmin })
    .route({ method: 'GET', path: '/appointments/doctors', summary: 'The doctors of the clinic, by name' })
    .output(z.array(z.object({ _id: Id, name: z.string() }))),

  options: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/appointments/options',
      summary: 'The slots that staff can book on a day, or move an appointment to',
      description:
        'Like GET /v2/appointmentOptions, at any notice: a slot that has begun is listed until it ends. With `booking`, the ' +
        'option of that appointment is listed too if it can no longer be booked: the appointment can be moved within it. Doctors ' +
        "get 404 for another doctor's appointment.",
    })
    .errors(notFound)
    .input(
      z.object({
        date: MediumDateInput,
        booking: LookupId.optional().describe('The `_id` of an appointment that is to be moved'),
      }),
    )
    .output(z.array(AppointmentOption)),

  nextFree: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/appointments/next-free',
      summary: 'When a treatment can be booked next by staff, with each doctor',
      description:
        'The first slot from `from` up to the booking horizon, at any notice, of this option and of up to 50 others of the same ' +
        'treatment. Options without one are left out.',
    })
    .input(z.object({ option: Id, from: IsoDateInput }))
    .output(z.array(NextFreeOfOption)),

  patients: call
    .meta({ access: frontDeskOrAdmin, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/patients',
      summary: 'Finds people to book for',
      description:
        'At most `limit`. To see the others, add to the search. If it finds nobody, these are people with a similar ' +
        'name, the most similar first, and `isSimilar` is true.',
    })
    .input(
      z.object({
        search: Search.refine((search) => search.length >= 2, 'Please type at least 2 characters.').describe(
          searchForPatient,
        ),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
    )
    .output(z.array(Patient.extend({ isSimilar: z.literal(true).optional() }))),

  savePatient: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'PUT',
      path: '/patients/{id}',
      summary: 'Changes what the clinic knows about somebody who has not used an account yet',
      description:
        'Fields that are left out do not change; an empty date of birth removes it. If somebody else has changed ' +
        'one of these fields to something else since the caller read `edited`, the call is refused. ' +
        'An email address gives them an account, and they get an email that says how to choose a password. Somebody ' +
        'whom another person looks after is no longer looked after then, and that person gets an email. The address can be corrected until its owner ' +
        'confirms it or chooses a password. From then on, only they change their data, and this call answers 404. It also does ' +
        'for accounts that people opened themselves, and for those of staff.',
    })
    .errors({
      ...notFound,
      ...phoneRefusals,
      EMAIL_TAKEN: { status: 409, message: 'There is already an account with this email address.' },
      CHANGED_MEANWHILE: { ...changedMeanwhile.CHANGED_MEANWHILE, data: z.object({ patient: Patient }) },
      PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
      BIRTH_REFUSED: { status: 409, message: 'That date of birth cannot be used.' },
    })
    .input(
      NewPatient.extend({
        phone: PhoneInput,
        dateOfBirth: IsoDateInput.or(z.literal('')),
        /** The fields as the caller read them before editing. Without it, the call replaces whatever is stored. */
        edited: Patient.pick({ name: true, email: true, phone: true, dateOfBirth: true }),
      })
        .partial()
        .extend({ id: LookupId }),
    )
    .output(z.object({ acknowledged: z.literal(true), patient: Patient })),

  previewMerge: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/patients/{id}/merge',
      summary: 'Two records that may be of one person, side by side',
    })
    .errors(notFound)
    .input(Merge)
    .output(
      z.object({
        from: MergedPatient,
        into: MergedPatient,
        /** Why merging them would be refused, as a sentence. */
        refusal: z.string().optional(),
      }),
    ),

  merge: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/patients/{id}/merge',
      summary: 'Merges the record of somebody without an account into another record of the same person',
      description:
        'The other record gets the appointments, with their payments and notes, and the places on the waiting list. It also gets ' +
        'the phone number and the date of birth if it has none (no number if it has a second factor). The record without an ' +
        'account is deleted. If somebody looks after the other, the appointments and places come under their account. If ' +
        'somebody looked after the record that goes, what they booked stays under their account, their places on the waiting ' +
        'list end, and they get an email. The owner of an account that took over appointments gets one too. It cannot be undone.',
    })
    .errors({
      ...notFound,
      HAS_ACCOUNT: { status: 409, message: 'Only somebody without an account can be merged into another.' },
      SAME_RECORD: { status: 409, message: 'A record cannot be merged into itself.' },
      LOOKED_AFTER: { status: 409, message: 'Somebody looks after this person, so their record has to stay.' },
      LOOKS_AFTER: { status: 409, message: 'The owner of the account looks after this person.' },
      EMAIL_UNCONFIRMED: { status: 409, message: 'The email address of this account has not been confirmed.' },
      BOTH_BOOKED: {
        status: 409,
        message: 'Both have appointments at the same time, or for one treatment on one day.',
      },
    })
    .input(Merge)
    .output(z.object({ acknowledged: z.literal(true), patient: Patient })),

  book: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/appointments',
      summary: 'Books a slot for a patient',
      description:
        'For the person `patientId`, or for `newPatient`, which is refused with the known patient (`PATIENT_EXISTS`) if ' +
        'one has the same name and the same date of birth or phone number, unless `evenIfKnown` is true. The rules and limits of POST /bookings apply, except the least ' +
        "notice: a slot can be booked until it ends. The price is the treatment's. Without `optionId`, any option of the " +
        'treatment with that slot free is booked. Without `phone`, the number that the patient gave last is used. The ' +
        'patient gets an email, if their address is confirmed. `hasArrived`: they stand at the desk; only for today.',
    })
    .errors({
      ...slotRefusals,
      ...noPatient,
      NOT_TODAY: { status: 409, message: 'A patient can be marked as arrived only on the day of the appointment.' },
    })
    .input(
      z
        .object({
          ...wanted,
          hasArrived: z.boolean().default(false),
        })
        .refine(onePatient.check, onePatient.message),
    )
    .output(z.object({ acknowledged: z.literal(true), appointment: ClinicAppointment })),

  bookNext: call
    .meta({ access: staff })
    .route({
      method: 'POST',
      path: '/appointments/{id}/next',
      summary: 'Books the next appointment for the patient of an appointment',
      description:
        'Like POST /appointments, for the person treated at appointment `id`. Without `optionId`, it books the option of that ' +
        'appointment. Its doctor can call this too, but only for their own slots; other doctors get 404.',
    })
    .errors({
      ...notFound,
      ...slotRefusals,
      PATIENT_UNKNOWN: noPatient.PATIENT_UNKNOWN,
      PHONE_NEEDED: phoneRefusals.PHONE_NEEDED,
    })
    .input(
      z.object({
        id: LookupId,
        appointmentDate: wanted.appointmentDate,
        treatment: wanted.treatment,
        optionId: wanted.optionId,
        slot: wanted.slot,
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), appointment: ClinicAppointment })),

  previewSeries: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/appointments/series/preview',
      summary: 'The dates of a series, and which of them cannot be booked',
      description: 'Takes the same body as POST /appointments/series and changes nothing.',
    })
    .errors(noPatient)
    .input(Series)
    .output(z.object({ dates: SeriesDates })),

  bookSeries: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/appointments/series',
      summary: 'Books the same slot every so many weeks',
      description:
        'All dates are booked, or none: leave out those that cannot be booked with `without`. Each date is an appointment ' +
        'of its own. The patient gets one email.',
    })
    .errors({
      ...noPatient,
      SERIES_CLASHES: {
        status: 409,
        message: 'Some of these dates cannot be booked. Nothing was booked.',
        data: z.object({ dates: SeriesDates }),
      },
    })
    .input(SeriesToBook)
    .output(z.object({ acknowledged: z.literal(true), appointments: z.array(ClinicAppointment) })),
});
