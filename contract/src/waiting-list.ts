import * as z from 'zod';
import { frontDeskOrAdmin, signedIn } from './access.ts';
import { noPatient, onePatient, patientFields } from './appointments.ts';
import { IsoDate, IsoDateInput } from './availability.ts';
import { bookingRefusals, timeRefusals } from './booking.ts';
import { call, notFound } from './call.ts';
import { EmailReach } from './email-confirmation.ts';
import { BookingTerms } from './holds.ts';
import { PARTS_OF_DAY } from './parts-of-day.ts';
import { Search } from './people.ts';
import {
  Currency,
  Id,
  LookupId,
  MAX_INTEGER,
  MediumDate,
  MediumDateInput,
  Price,
  SlotLabel,
  TimeCursor,
} from './wire.ts';

const {
  SLOT_TAKEN,
  SLOT_NOT_OFFERED,
  SLOT_PAST,
  TOO_SHORT_NOTICE,
  BEYOND_HORIZON,
  TREATMENT_UNKNOWN,
  PERSON_UNKNOWN,
  ALREADY_BOOKED,
  ELSEWHERE,
  TOO_MANY_UNPAID,
  EMAIL_UNCONFIRMED,
} = bookingRefusals;

/** A slot that is kept for somebody on the waiting list until `expiresAt`. */
export const WaitingListOffer = z.object({
  _id: Id,
  optionId: Id,
  doctorName: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  startsAt: z.iso.datetime(),
  minutes: z.number().int().positive(),
  offeredAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** What whoever takes it agrees to. Missing if it costs nothing, if it moves an appointment (`moveTerms`), and for staff. */
  terms: BookingTerms.optional(),
});
export type WaitingListOffer = z.infer<typeof WaitingListOffer>;

/** What somebody waits for. */
export const WaitingListEntry = z.object({
  _id: Id,
  treatment: z.string(),
  specialtyId: Id,
  /** The present price of the treatment. */
  price: Price,
  currency: Currency,
  /** Missing: with any doctor. */
  optionId: Id.optional(),
  doctorName: z.string().optional(),
  from: IsoDate,
  to: IsoDate,
  /** None: at any time of the day. */
  times: z.array(z.enum(PARTS_OF_DAY)),
  /** The name of the person treated. */
  patient: z.string(),
  isForSomebodyElse: z.boolean(),
  /** The appointment that is to be earlier; missing if another one is wanted. */
  earlierThan: z
    .object({ bookingId: Id, appointmentDate: MediumDate, slot: SlotLabel, price: Price, currency: Currency })
    .optional(),
  joinedAt: z.iso.datetime(),
  offer: WaitingListOffer.optional(),
});
export type WaitingListEntry = z.infer<typeof WaitingListEntry>;

/** An entry as staff see it. */
export const ListedEntry = WaitingListEntry.extend({
  /** The account's, like `emails` and `phone`. */
  email: z.string(),
  emails: EmailReach,
  /** In international form; empty if none was given. */
  phone: z.string(),
  /**
   * They get no automatic offers, because they would not see them: they have no account, have never used
   * it, or the clinic requires an email address that they have not confirmed. The front desk calls them.
   */
  isCalled: z.boolean(),
  /** For somebody who is called and is offered nothing: the first free time that fits. It is not kept for them. */
  callAbout: WaitingListOffer.pick({ optionId: true, doctorName: true, appointmentDate: true, slot: true }).optional(),
  /** How many offers ran out or were declined. */
  failedOffers: z.number().int().max(MAX_INTEGER),
});
export type ListedEntry = z.infer<typeof ListedEntry>;

const acknowledged = z.literal(true);

/** What is waited for. */
const wish = {
  treatment: z.string().min(1, 'Please choose a treatment.').max(200),
  /** Missing: with any doctor. */
  optionId: Id.optional(),
  from: IsoDateInput,
  to: IsoDateInput,
  times: z.array(z.enum(PARTS_OF_DAY)).max(PARTS_OF_DAY.length).optional(),
} as const;
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const notInOrder = { path: ['to'], message: 'The last day must not be before the first.' };

const wishRefusals = {
  TREATMENT_UNKNOWN,
  BEYOND_HORIZON,
  DAYS_REFUSED: { status: 409, message: 'These days are over. Please choose later ones.' },
  ALREADY_WAITING: { status: 409, message: 'You are on the waiting list for this already.' },
  TOO_MANY: {
    status: 409,
    message: 'You have too many entries on the waiting list. Please remove one first.',
  },
} as const;

const offerRefusals = {
  /** It ran out, was declined or withdrawn. */
  OFFER_OVER: { status: 409, message: 'This offer is over.' },
} as const;

export const waitingList = call.tag('Waiting list').router({
  list: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/waiting-list',
      summary: 'What the caller waits for, and what they are offered, in the order in which they joined',
    })
    .output(z.array(WaitingListEntry)),

  join: call
    .meta({ access: signedIn, limit: 'additionsByPerson' })
    .route({
      method: 'POST',
      path: '/waiting-list',
      summary: 'Asks to be told when something frees up',
      description:
        'When time is freed, the first who fits is offered it. It is kept for them for the `offerMinutes` of the ' +
        "clinic's rules, or until 8 in the morning if it is offered between 20:00 and 8:00, and then the next one is asked. " +
        'Offers come by email and as the live event `waiting-list`. Whoever declined three offers on a day, or let them expire, is ' +
        'asked last on that day. With `earlierThan`, accepting moves that appointment instead of booking another one.',
    })
    .errors({
      ...wishRefusals,
      PERSON_UNKNOWN,
      EMAIL_UNCONFIRMED,
      NOT_MOVABLE: { status: 409, message: 'This appointment cannot be moved.' },
    })
    .input(
      z
        .object({
          ...wish,
          /** Who is treated, if it is somebody whom the caller looks after. */
          treatedId: Id.optional(),
          /** An appointment of the caller's, for the same treatment, that is to be earlier. */
          earlierThan: Id.optional(),
        })
        .refine(inOrder, notInOrder),
    )
    .output(z.object({ acknowledged, entry: WaitingListEntry })),

  joinForPatient: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/waiting-list/entries',
      summary: 'Puts a patient on the waiting list',
      description:
        'Somebody who is looked after waits under the other person’s account, as when that person asks. A new patient is added ' +
        'as when booking for one. Whoever would not see an offer (`isCalled`) gets no automatic offers.',
    })
    .errors({ ...noPatient, ...wishRefusals })
    .input(
      z
        .object({ ...wish, ...patientFields })
        .refine(onePatient.check, onePatient.message)
        .refine(inOrder, notInOrder),
    )
    .output(z.object({ acknowledged, entry: WaitingListEntry })),

  leave: call
    .meta({ access: signedIn })
    .route({
      method: 'DELETE',
      path: '/waiting-list/{id}',
      summary: 'Ends an entry of the caller’s, and what it is offered',
      description: 'One that has ended already, or of somebody else, counts as nothing to delete.',
    })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged, deletedCount: z.number().int() })),

  accept: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/waiting-list/offers/{id}/accept',
      summary: 'Books the offered slot, or moves the appointment there',
      description:
        'With the price that the caller was shown. A second time answers like the first. Refused like a booking.',
    })
    .errors({
      ...notFound,
      ...offerRefusals,
      ...timeRefusals,
      PERSON_UNKNOWN,
      EMAIL_UNCONFIRMED,
      TOO_MANY_UNPAID,
      NOT_MOVABLE: { status: 409, message: 'This appointment cannot be moved.' },
    })
    .input(z.object({ id: LookupId, price: Price, currency: Currency }))
    .output(z.object({ acknowledged, bookingId: Id })),

  acceptForPatient: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/waiting-list/offers/{id}/accept-for-patient',
      summary: 'Accepts an offer for whoever it was made to, for example on the telephone',
      description:
        'Books the offered slot, or moves the appointment there, as the front desk does: they pay at the clinic, and get an ' +
        'email. A second time answers like the first.',
    })
    .errors({
      ...notFound,
      ...offerRefusals,
      SLOT_TAKEN,
      SLOT_NOT_OFFERED,
      SLOT_PAST,
      TREATMENT_UNKNOWN,
      ALREADY_BOOKED,
      ELSEWHERE,
      NOT_MOVABLE: { status: 409, message: 'This appointment cannot be moved.' },
    })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged, bookingId: Id })),

  decline: call
    .meta({ access: signedIn, limit: 'declinesByPerson' })
    .route({
      method: 'POST',
      path: '/waiting-list/offers/{id}/decline',
      summary: 'Refuses what the caller is offered; they stay on the list',
      description:
        'Also an offer that is over already. One that was accepted is an appointment, which can be cancelled.',
    })
    .errors({ ...notFound, ...offerRefusals })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged })),

  all: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'GET',
      path: '/waiting-list/entries',
      summary: 'Everybody who waits, in the order in which they joined',
      description:
        'At most `limit` at a time; the `cursor` of the next page is the last `joinedAt`, a comma and its `_id`.',
    })
    .input(
      z.object({
        specialty: Id.optional(),
        /** Those who wait for something on this day. */
        day: IsoDateInput.optional(),
        search: Search.describe("Words, each of which must occur in the patient's name or email address"),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: TimeCursor.optional(),
      }),
    )
    .output(z.array(ListedEntry)),

  offer: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/waiting-list/entries/{id}/offers',
      summary: 'Offers a free slot to somebody who waits, out of turn',
      description: 'Any free slot of the treatment, also outside the days that they chose.',
    })
    .errors({
      ...notFound,
      SLOT_TAKEN,
      SLOT_NOT_OFFERED,
      SLOT_PAST,
      TOO_SHORT_NOTICE,
      BEYOND_HORIZON,
      TREATMENT_UNKNOWN,
      ALREADY_OFFERED: { status: 409, message: 'This patient already has an open offer.' },
      CANNOT_TAKE: { status: 409, message: 'They have another appointment then.' },
    })
    .input(
      z.object({
        id: LookupId,
        optionId: Id,
        appointmentDate: MediumDateInput,
        slot: z.string().min(1, 'Please choose a slot.').max(40),
      }),
    )
    .output(z.object({ acknowledged, offer: WaitingListOffer })),

  remove: call
    .meta({ access: frontDeskOrAdmin })
    .route({ method: 'DELETE', path: '/waiting-list/entries/{id}', summary: 'Removes somebody from the waiting list' })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged, deletedCount: z.number().int() })),
});
