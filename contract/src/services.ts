import * as z from 'zod';
import { admin } from './access.ts';
import { call } from './call.ts';

/** `sandbox`: the stand-in on the server's own machine, with test money. */
const PaymentService = z.object({
  provider: z.enum(['sandbox', 'stripe', 'sslcommerz']),
  /** Whether it takes real money. */
  live: z.boolean(),
});
export type PaymentService = z.infer<typeof PaymentService>;

/** `refused`: the provider does not accept the keys. `no-answer`: it could not be reached, or failed. */
const Check = z.enum(['works', 'refused', 'no-answer']);
export type ServiceCheck = z.infer<typeof Check>;

const Services = z.object({
  mail: z.object({
    /** `inbox`: emails stay in the sandbox's inbox and are not delivered. */
    kind: z.enum(['server', 'inbox']),
    /** The host of the mail server, or the address of the inbox. */
    at: z.string(),
  }),
  /** Null: the clinic sends no text messages. */
  texts: z
    .object({
      /** `telephones`: text messages stay on the sandbox's telephones and are not delivered. */
      kind: z.enum(['service', 'telephones']),
      /** The host of the service, or the address of the telephones. */
      at: z.string(),
    })
    .nullable(),
  /** Null: patients cannot pay in this way. */
  cards: PaymentService.nullable(),
  hosted: PaymentService.nullable(),
  google: z.object({
    /** `sandbox`: the stand-in of a demo, where anyone can sign in as anyone. */
    kind: z.enum(['client', 'sandbox', 'off']),
    /** To be entered in Google's console. */
    redirectUrl: z.string(),
  }),
});
export type Services = z.infer<typeof Services>;

export const services = call.tag('Services').router({
  get: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/services',
      summary: 'The services outside the clinic that the server uses: email, text messages, payments, Google',
      description: 'As the settings choose them, without any key. Nothing is asked of the services.',
    })
    .output(Services),

  testMail: call
    .meta({ access: admin, limit: 'serviceTestsByPerson', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/services/mail/test',
      summary: "Sends a test email to the admin's own address",
      description: 'Answers once the mail server has accepted or refused the email. The audit log records both.',
    })
    .errors({ MAIL_REFUSED: { status: 409, message: 'The mail server did not take the email.' } })
    .output(
      z.object({
        acknowledged: z.literal(true),
        to: z.string(),
        /** The answer of the mail server. */
        answer: z.string(),
      }),
    ),

  testTexts: call
    .meta({ access: admin, limit: 'serviceTestsByPerson', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/services/texts/test',
      summary: "Sends a test text message to the admin's own confirmed phone number",
      description: 'Answers once the service has accepted or refused the message. The audit log records both.',
    })
    .errors({
      TEXTS_OFF: { status: 409, message: 'The clinic sends no text messages.' },
      PHONE_NOT_CONFIRMED: {
        status: 409,
        message: 'Confirm your phone number in your profile first. Text messages go to confirmed numbers only.',
      },
      TEXT_REFUSED: { status: 409, message: 'The service did not take the text message.' },
    })
    .output(
      z.object({
        acknowledged: z.literal(true),
        to: z.string(),
        /** The answer of the service. */
        answer: z.string(),
      }),
    ),

  checkPayments: call
    .meta({ access: admin, limit: 'serviceTestsByPerson', idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/services/payments/check',
      summary: 'Asks the payment providers whether they accept our keys',
      description: 'It reads at the providers and changes nothing. A way to pay that the clinic does not have is null.',
    })
    .output(z.object({ acknowledged: z.literal(true), cards: Check.nullable(), hosted: Check.nullable() })),
});
