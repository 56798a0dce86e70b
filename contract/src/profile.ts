import * as z from 'zod';
import { signedIn } from './access.ts';
import { Booking, bookingRefusals } from './booking.ts';
import { call } from './call.ts';
import { Dependant } from './dependants.ts';
import { CHANNELS, MESSAGE_TOPICS } from './message-topics.ts';
import { Payment } from './payment.ts';
import { lastAdminRefusal, RefundsAtClinic } from './people.ts';
import { WaitingListEntry } from './waiting-list.ts';
import { Id, PhoneInput } from './wire.ts';

/** What the clinic stores about a person, except credentials and what staff record for themselves. */
export const PersonalData = z.object({
  exportedAt: z.iso.datetime(),
  person: z.object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    photoURL: z.string().nullable(),
    phone: z.string().nullable(),
    phoneConfirmedAt: z.iso.datetime().nullable(),
    /** When the number replaced another one or none. */
    phoneChangedAt: z.iso.datetime().nullable(),
    dateOfBirth: z.string().nullable(),
    isAdmin: z.boolean(),
    isDoctor: z.boolean(),
    isFrontDesk: z.boolean(),
    joinedAt: z.iso.datetime(),
  }),
  /** How they can sign in: 'credential' for a password, or a provider. */
  waysToSignIn: z.array(z.object({ provider: z.string(), since: z.iso.datetime() })),
  secondFactor: z.object({
    authenticatorApp: z.boolean(),
    passkeys: z.array(z.object({ name: z.string().nullable(), since: z.iso.datetime() })),
  }),
  sessions: z.array(
    z.object({
      address: z.string().nullable(),
      browser: z.string().nullable(),
      since: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ),
  /** The people whom they look after. */
  dependants: z.array(Dependant),
  bookings: z.array(Booking),
  /** What they wait for, with the time that is offered to them. */
  waitingList: z.array(WaitingListEntry),
  /** What they paid, and what was refunded. */
  payments: z.array(Payment),
  /** What patients can book with them, for doctors. */
  options: z.array(z.object({ _id: Id, treatment: z.string(), open: z.boolean() })),
  posts: z.array(
    z.object({ _id: Id, description: z.string(), image: z.string().nullable(), postedAt: z.iso.datetime() }),
  ),
  /** The other person by name only; the text of a message that an admin hid is empty. */
  conversations: z.array(
    z.object({
      _id: Id,
      postId: Id,
      with: z.string(),
      openedAt: z.iso.datetime(),
      messages: z.array(z.object({ byYou: z.boolean(), message: z.string(), sentAt: z.iso.datetime() })),
    }),
  ),
  /** Whom they block, by name only. */
  blocks: z.array(z.object({ name: z.string(), since: z.iso.datetime() })),
  /** What they reported to the admins. */
  reports: z.array(
    z.object({ kind: z.enum(['post', 'message']), itemId: Id, reason: z.string(), reportedAt: z.iso.datetime() }),
  ),
  /** Which messages they chose to get or not to get. */
  messageChoices: z.array(z.object({ topic: z.enum(MESSAGE_TOPICS), channel: z.enum(CHANNELS), on: z.boolean() })),
  /** Their calendar feed, without its address; null if they have none. */
  calendarFeed: z.object({ since: z.iso.datetime(), includeTreatments: z.boolean() }).nullable(),
  /** The addresses of stored images that they were the first to upload. */
  images: z.array(z.string()),
});
export type PersonalData = z.infer<typeof PersonalData>;

/** Nothing else confirms who is asking. */
const SESSION_NOT_FRESH = { status: 409, message: 'To change this, please sign out and sign in again first.' } as const;

export const profile = call.tag('Profile').router({
  export: call
    .meta({ access: signedIn, limit: 'exportsByAddress' })
    .route({
      method: 'GET',
      path: '/me/export',
      summary: 'What is stored about the caller',
      description:
        'Without credentials, and without what staff record for themselves: their notes about appointments, and the audit ' +
        'log. People ask the clinic for those.',
    })
    .output(PersonalData),

  setPhone: call
    .meta({ access: signedIn, idempotency: 'repeatable' })
    .route({
      method: 'PUT',
      path: '/me/phone',
      summary: "Changes the caller's phone number, which prefills the next booking",
      description:
        'An empty string removes it. Existing bookings keep their number. Callers with a second factor must confirm it by ' +
        'their password, or, if they have none, must have signed in within the last ten minutes.',
    })
    .errors({
      PHONE_INVALID: bookingRefusals.PHONE_INVALID,
      PASSWORD_REQUIRED: { status: 409, message: 'To change this, enter your password.' },
      WRONG_PASSWORD: { status: 409, message: 'That is not your password.' },
      SESSION_NOT_FRESH,
    })
    .input(z.object({ phone: PhoneInput, password: z.string().max(128).optional() }))
    .output(z.object({ acknowledged: z.literal(true), phoneNumber: z.string().nullable() })),

  deletion: call
    .meta({ access: signedIn })
    .route({ method: 'GET', path: '/me/deletion', summary: "What closing the caller's account would do" })
    .output(
      z.object({
        bookingsAsPatient: z.number().int(),
        /** How many of these are paid, and not refunded, because it is too late to cancel them free of charge. */
        withoutRefund: z.number().int(),
        /** For how many of the appointments the payment is disputed at the bank, which decides about it, and not refunded. */
        disputedAsPatient: z.number().int(),
        disputedAsDoctor: z.number().int(),
        refundsAtClinic: RefundsAtClinic,
        bookingsAsDoctor: z.number().int(),
        posts: z.number().int(),
        conversations: z.number().int(),
        /** The people whom the caller looks after, who are deleted too. */
        dependants: z.number().int(),
        /** What confirms it: the password, or the email address for an account without one. */
        confirmBy: z.enum(['password', 'email']),
        /** Why it would be refused, as a sentence. */
        refusal: z.string().optional(),
      }),
    ),

  deleteAccount: call
    .meta({ access: signedIn, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/me/delete',
      summary: "Closes the caller's own account",
      description:
        'Confirmed by the password, or, for an account without one, by the email address and a sign-in within the last ten ' +
        'minutes. Otherwise it works like DELETE /users/{id}.',
    })
    .errors({
      ...lastAdminRefusal,
      WRONG_PASSWORD: { status: 409, message: 'That is not your password.' },
      NOT_CONFIRMED: { status: 409, message: 'Please type your email address to confirm.' },
      SESSION_NOT_FRESH,
    })
    .input(z.object({ password: z.string().max(128).optional(), email: z.string().max(254).optional() }))
    .output(
      z.object({ acknowledged: z.literal(true), deletedCount: z.literal(1), cancelledBookings: z.number().int() }),
    ),
});
