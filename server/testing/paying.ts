import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../src/database/database.ts';
import { bookings } from '../src/database/schema/booking.ts';
import { calendars } from '../src/database/schema/schedule.ts';
import { findPersonByEmail } from '../src/features/identity/index.ts';
import { STRIPE_EVENTS } from '../src/providers/card-payments/stripe-events.ts';
import { openOption } from './clinic.ts';
import { confirmCard, GOOD_CARD, intentOf } from './confirm-card.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { type Interposed, startTestApp, type TestApp } from './test-app.ts';
import type { TestAnswer, TestClient } from './test-client.ts';

/** Short names for the well-known test cards. */
export const CARDS = {
  good: GOOD_CARD,
  declined: '4000000000000002',
  disputed: '4000000000000259',
  processing: '4000009900009997',
  refundFails: '4000000000005126',
  refundPends: '4000000000007726',
} as const;

/** A clinic that takes payments, and the sandbox with its providers. */
export interface PayingClinic extends AsyncDisposable {
  readonly app: TestApp;
  readonly sandbox: Sandbox;
  /** A booking of this patient, on a day of its own; the price in cents. */
  booking(patient: TestClient, options?: { priceMinor?: number; currency?: string }): Promise<string>;
  /** The same for a person's id. */
  bookingOf(
    person: { id: string; name: string; email: string },
    options?: { priceMinor?: number; currency?: string },
  ): Promise<string>;
  /** Confirms a client secret, as the page's card entry does. */
  confirm(clientSecret: string, card?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Prepares and confirms a card payment: returns the transaction id. The clinic has not been notified. */
  confirmedCard(patient: TestClient, bookingId: string, options?: { price?: number; card?: string }): Promise<string>;
  /** Opens the hosted page; returns the key of its session. */
  hostedPage(patient: TestClient, bookingId: string): Promise<string>;
  /** Posts a form like a browser that returns from the hosted page. */
  post(url: string, fields: Record<string, string>): Promise<TestAnswer>;
  close(): Promise<void>;
}

export async function startPayingClinic(
  options: { environment?: Readonly<Record<string, string>>; through?: Interposed; poolSize?: number } = {},
): Promise<PayingClinic> {
  const sandbox = await startSandbox({
    port: 0,
    production: false,
    stripe: { processingMs: 3_600_000, webhookEvents: STRIPE_EVENTS },
  });
  const app = await startTestApp({
    ...options,
    environment: { MAX_UNPAID_BOOKINGS: '1000', ...options.environment },
    sandbox,
  });
  const { db } = app.database;
  const { optionId, treatmentId } = await openOption(db, { treatment: 'Cardiology', priceMinor: 14000 });
  sandbox.stripe.sendWebhooksTo(`${app.url}/api/webhooks/stripe`);
  let days = 0;

  const clinic: PayingClinic = {
    app,
    sandbox,

    async booking(patient, options) {
      const person = await findPersonByEmail(db, patient.email);
      if (!person) throw new Error('no such patient');
      return clinic.bookingOf(person, options);
    },

    async bookingOf(person, { priceMinor = 14000, currency = 'USD' } = {}) {
      const startsAt = new Date(Date.now() + (days += 1) * 86_400_000);
      const id = uuidv7();
      const [calendar] = await db.insert(calendars).values({ id: uuidv7() }).returning();
      await db.insert(bookings).values({
        id,
        optionId,
        treatmentId,
        calendarId: calendar?.id ?? '',
        patientId: person.id,
        treatedId: person.id,
        treatmentName: 'Cardiology',
        patientName: person.name,
        email: person.email,
        phone: '',
        day: startsAt.toISOString().slice(0, 10),
        startMinute: 540,
        minutes: 30,
        startsAt,
        endsAt: new Date(startsAt.getTime() + 1_800_000),
        priceMinor,
        currency,
      });
      return id;
    },

    confirm: (clientSecret, card) =>
      confirmCard({ url: sandbox.url, publishableKey: sandbox.stripe.publishableKey }, { clientSecret, card }),

    async confirmedCard(patient, bookingId, { price = 140, card = CARDS.good } = {}) {
      const { body } = await patient.post('/api/create-payment-intent', { price, bookingId });
      const secret = String(body['clientSecret']);
      await clinic.confirm(secret, card);
      return intentOf(secret);
    },

    async hostedPage(patient, bookingId) {
      const { body } = await patient.post('/api/order', { price: 140, bookingId });
      return new URL(String(body['url'])).searchParams.get('SESSIONKEY') ?? '';
    },

    async post(url, fields) {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: sandbox.url },
        body: new URLSearchParams(fields),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} };
    },

    async close() {
      sandbox.stripe.sendWebhooksTo(undefined);
      await app.close();
      await sandbox.stop();
    },
    [Symbol.asyncDispose]: () => clinic.close(),
  };
  return clinic;
}

/** Makes an appointment one of this doctor, with a calendar of their own. */
export async function moveToDoctor(db: Database, { bookingId, doctorId }: { bookingId: string; doctorId: string }) {
  await db.insert(calendars).values({ id: doctorId }).onConflictDoNothing();
  await db.update(bookings).set({ calendarId: doctorId }).where(eq(bookings.id, bookingId));
}
