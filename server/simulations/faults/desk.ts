import { setTimeout as sleep } from 'node:timers/promises';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import { codeOf } from '../../src/features/invitations/code.ts';
import { dateAt } from '../../src/features/schedule/index.ts';
import { imageForm, stripes } from '../../testing/pictures.ts';
import type { Chance } from '../../testing/random.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import type { FaultyClinic } from './clinic.ts';
import { GONE, type Recorder } from './history.ts';
import { type Kind, shown } from './kinds.ts';
import { type Place, placesOf, slotAt } from './places.ts';
import type { Asked, Requests } from './requests.ts';
import { type Bookable, PRICE } from './workload.ts';

/** The staff: one admin, who also works at the front desk, one doctor, and somebody who waits for an appointment. */
export interface Desk {
  readonly admin: TestClient;
  readonly doctor: TestClient;
  readonly doctorId: string;
  readonly waiting: TestClient;
  readonly paid: Bookable;
  readonly series: Bookable;
  /** Bookable with the doctor, whose calendar is blocked and closed. */
  readonly closing: Bookable;
  /** One appointment of `TODAY_MINUTES` a day. */
  readonly today: Bookable;
  /** One slot a day. */
  readonly single: Bookable;
}

export const TODAY_MINUTES = 1380;
/** An offer is made at once, or by the search a minute later. */
const OFFERED_MILLIS = 90_000;
const PASSWORD = 'Correct1!';
const PHONE = '+49 30 901820';

/** What staff do. Each function begins with something new, and some end differently in every second turn. */
export function startDesk(
  clinic: FaultyClinic,
  { admin, doctor, doctorId, waiting, ...bookable }: Desk,
  { history, requests, chance }: { history: Recorder; requests: Requests; chance: Chance },
) {
  const { persistently, done, read } = requests;
  const places = { each: placesOf({ weeks: 1 }), single: placesOf({ weeks: 1 }), series: placesOf({ weeks: 3 }) };
  const closingDay = placesOf({ weeks: 1 });

  /** Somebody whom the clinic does not know yet. */
  const newPatient = () => ({ newPatient: { name: `Patient ${uuidv7()}` }, evenIfKnown: true, phone: PHONE });

  /** Books for somebody new. */
  async function bookFor(of: Bookable, place: Place, minutes?: number) {
    const patient = newPatient();
    const body = { ...patient, ...of, ...slotAt(place, minutes) };
    const first = { state: 'booked', version: 1, ...place };
    const booked = await done('desk-book', admin, { path: '/api/appointments', body }, { as: shown(first) });
    if (!booked) throw new Error('The front desk could not book');
    history.acknowledge({ what: 'patient', id: patient.newPatient.name });
    return { id: booked.id, ...first };
  }

  /** Makes something, and ends it in every second turn. */
  async function madeAndEnded(
    turn: number,
    [make, end]: readonly [Kind, Kind],
    by: TestClient,
    made: Asked & { as?: string; endPath?: string; endsAs?: string },
  ) {
    const { as, endPath = made.path, endsAs = GONE, ...asked } = made;
    const { id } = (await done(make, by, asked, { as })) ?? {};
    if (id === undefined || turn % 2 === 1) return;
    await done(end, by, { method: 'DELETE', path: `${endPath}/${id}` }, { id, as: endsAs });
  }

  /** Books for somebody with the doctor, and closes that time, which cancels the appointment. */
  async function cancelledBy(close: (booked: Place & { id: string }) => Promise<void>) {
    const booked = await bookFor(bookable.closing, closingDay());
    await close(booked);
    const { id, ...first } = booked;
    history.acknowledge({ what: 'cancel-by-closing', id, as: shown({ ...first, state: 'cancelled', version: 2 }) });
  }

  return {
    alone: {
      series: async () => {
        const { day, startMinute } = places.series();
        const patient = newPatient();
        const body = { ...patient, ...bookable.series, ...slotAt({ day, startMinute }), everyWeeks: 1, times: 3 };
        const answer = await requests.succeed(admin, { path: '/api/appointments/series', body });
        const booked = answer?.body['appointments'] as readonly { _id: string; appointmentDate: string }[] | undefined;
        if (!booked) return;
        history.acknowledge({ what: 'patient', id: patient.newPatient.name });
        for (const { _id: id, appointmentDate } of booked) {
          const at = { day: isoFromMediumDate(appointmentDate) ?? '', startMinute };
          history.acknowledge({ what: 'series', id, as: shown({ state: 'booked', version: 1, ...at }) });
        }
      },

      arrivals: async () => {
        const place = { day: dateAt(new Date(), clinic.timeZone), startMinute: 0 };
        let now = await bookFor(bookable.today, place, TODAY_MINUTES);
        for (const state of ['no-show', 'booked', 'arrived', 'in-progress', 'arrived', 'cancelled']) {
          const { id, version } = now;
          now = { ...now, state, version: version + 1 };
          const asked =
            state === 'cancelled'
              ? { path: `/api/bookings/${id}/cancel`, body: { reason: 'They had to leave.' } }
              : { method: 'PUT', path: `/api/bookings/${id}/state`, body: { state, version } };
          await done('arrive', admin, asked, { id, as: shown(now) });
        }
      },

      hours: async () => {
        const path = `/api/doctors/${doctorId}/hours`;
        const { body } = await persistently(doctor, { method: 'GET', path });
        const version = Number(body['version']);
        const evening = 1081 + (version % 59);
        const weekly = [
          ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
          { weekday: 1, from: '18:00', to: `18:${String(evening - 1080).padStart(2, '0')}` },
        ];
        const asked = { method: 'PUT', path, body: { weekly, version, bookings: 'keep' } };
        await done('hours', doctor, asked, { id: doctorId, as: `${version + 1} ${evening}` });
      },

      rules: async () => {
        const { body } = await persistently(admin, { method: 'GET', path: '/api/clinic/rules' });
        const version = Number(body['version']);
        const offerMinutes = 30 + (version % 200);
        const asked = { method: 'PUT', path: '/api/clinic/rules', body: { offerMinutes, version } };
        await done('rules', admin, asked, { id: '1', as: `${version + 1} ${offerMinutes}` });
      },

      legalText: async () => {
        const { body } = await persistently(admin, { method: 'GET', path: '/api/clinic/rules' });
        const version = Number(body['version']);
        const terms = `The terms of version ${version + 1}`;
        const asked = { method: 'PUT', path: '/api/clinic/legal', body: { terms, version } };
        if (!(await done('legal-text', admin, asked, { id: 'terms', as: terms }))) return;
        // The rules have the same version.
        history.acknowledge({ what: 'rules', id: '1', as: `${version + 1} ${Number(body['offerMinutes'])}` });
      },
    },

    /** Several people may do these at the same time. */
    inTwoWays: {
      cash: async (turn: number) => {
        const booked = await bookFor(bookable.paid, places.each());
        const take = { path: `/api/appointments/${booked.id}/payments`, body: { method: 'cash', price: PRICE } };
        const taken = await done('cash', admin, take, { as: 'paid' });
        if (!taken) return;
        const refund = `${PRICE * 100}`;
        const { id } = taken;
        if (turn % 3 === 1) {
          const asked = { path: `/api/payments/${id}/correction`, body: { reason: 'Typed for somebody else' } };
          await done('correction', admin, asked, { id, as: `released correction ${refund} succeeded` });
          await done('cash', admin, take, { as: 'paid' });
        } else if (turn % 3 === 0) {
          const asked = { path: `/api/bookings/${booked.id}/cancel`, body: { reason: 'The doctor is ill' } };
          const cancelled = { ...booked, state: 'cancelled', version: 2 };
          if (!(await done('cancel', admin, asked, { id: booked.id, as: shown(cancelled) }))) return;
          history.acknowledge({ what: 'cash-due', id, as: `released cancelled ${refund} requested` });
          const { body } = await persistently(admin, { method: 'GET', path: `/api/payments/booking/${booked.id}` });
          const [due] = (body['can'] as { payOut: readonly string[] }).payOut;
          const payOut = { path: `/api/refunds/${due}/payout`, body: {} };
          await done('pay-out', admin, payOut, { id, as: `released cancelled ${refund} succeeded` });
        }
      },

      note: async (turn: number) => {
        const { id } = await bookFor(bookable.paid, places.each());
        const path = `/api/bookings/${id}/notes`;
        await madeAndEnded(turn, ['note', 'strike'], admin, {
          path,
          body: { text: 'Brings an X-ray.' },
          endsAs: 'struck',
        });
      },

      /** Blocks the time of an appointment, which is cancelled. */
      block: (turn: number) =>
        cancelledBy(async ({ id, day: date, startMinute }) => {
          const time = { calendarId: doctorId, date, startMinute, minutes: 60, reason: 'A meeting' };
          const body = { ...time, cancel: [id], cancelReason: 'The doctor is at a meeting' };
          await madeAndEnded(turn, ['block', 'unblock'], doctor, { path: '/api/agenda/blocks', body });
        }),

      /** Closes the day of an appointment, which is cancelled. */
      closure: (turn: number) =>
        cancelledBy(async ({ day: from }) => {
          const body = { from, to: from, doctorId, reason: 'On holiday', bookings: 'cancel' };
          const closed = await done('close-day', admin, { path: '/api/closures', body });
          if (!closed || turn % 2 === 1) return;
          const asked = { path: `/api/closures/${closed.id}/reopen`, body: { from } };
          await done('reopen-day', admin, asked, { id: closed.id, as: GONE });
        }),

      treatment: async (turn: number) => {
        const body = { name: `Made ${uuidv7()}`, minutes: 30, price: PRICE };
        const made = await done('treatment', admin, { path: '/api/treatments', body }, { as: `${PRICE * 100}` });
        if (!made || turn % 2 === 1) return;
        const asked = { method: 'PUT', path: `/api/treatments/${made.id}`, body: { price: PRICE + 1 } };
        await done('price', admin, asked, { id: made.id, as: `${(PRICE + 1) * 100}` });
      },

      post: async (turn: number) => {
        const picture = await stripes({ width: 16, height: 16 }, Math.floor(chance.next() * 251))
          .png()
          .toBuffer();
        const upload = await requests.succeed(doctor, { path: '/api/images', body: imageForm(picture) });
        const image = upload?.body['data'] as { id: string; url: string } | undefined;
        if (!image) return;
        history.acknowledge({ what: 'image', id: image.id });
        const body = { description: `A post ${uuidv7()}`, image: image.url };
        const paths = { path: '/api/posts', endPath: '/api/deleteItem' };
        await madeAndEnded(turn, ['post', 'delete-post'], doctor, { ...paths, body, as: image.url });
      },

      invitation: async (turn: number) => {
        const name = `Staff ${uuidv7()}`;
        const body = { name, email: `${name.replace(' ', '-')}@example.org`, role: 'front-desk' };
        const invited = await done('invite', admin, { path: '/api/invitations', body });
        if (!invited) return;
        const { id } = invited;
        if (turn % 2 === 1) {
          return done('withdraw', admin, { method: 'DELETE', path: `/api/invitations/${id}` }, { id, as: GONE });
        }
        const { sent_at: sentAt } = await read<{ sent_at: Date }>('select sent_at from invitations where id = $1', [
          id,
        ]);
        const code = codeOf({ id, sentAt }, clinic.secret);
        const accept = { path: '/api/invitations/accept', body: { code, name, password: PASSWORD } };
        const answer = await persistently(createTestClient(clinic.urls[0] ?? ''), accept);
        // A repeated request may get 404, because an accepted invitation is deleted.
        if (answer.status !== 200 && answer.status !== 404) {
          return history.complain(`an invitation was not accepted: ${JSON.stringify(answer.body)}`);
        }
        history.acknowledge({ what: 'accept', id, as: GONE });
        history.acknowledge({ what: 'join', id: name, as: 'front desk' });
      },
    },

    /** Cancels the only appointment of a day, which is offered to somebody who waits for that day. */
    offer: async () => {
      const place = places.single();
      const { id, ...booked } = await bookFor(bookable.single, place);
      const body = { ...bookable.single, from: place.day, to: place.day };
      const joined = await done('wait', waiting, { path: '/api/waiting-list', body });
      const cancel = { path: `/api/bookings/${id}/cancel`, body: { reason: 'The doctor asked for another day' } };
      await done('cancel', admin, cancel, { id, as: shown({ ...booked, state: 'cancelled', version: 2 }) });
      const offerId = joined && (await offeredTo(joined.id));
      if (offerId === undefined) return;
      const accept = { path: `/api/waiting-list/offers/${offerId}/accept`, body: { price: 0, currency: 'USD' } };
      const answer = await requests.succeed(waiting, accept);
      if (!answer) return;
      history.acknowledge({ what: 'take-offer', id: String(answer.body['bookingId']), as: shown(booked) });
      history.acknowledge({ what: 'stop-waiting', id: joined?.id ?? '', as: 'booked' });
    },
  };

  /** The offer to an entry of the waiting list, as soon as there is one. */
  async function offeredTo(entryId: string): Promise<string | undefined> {
    const givesUpAt = Date.now() + OFFERED_MILLIS;
    for (;;) {
      const { body } = await persistently(waiting, { method: 'GET', path: '/api/waiting-list' });
      const entries = body as unknown as readonly { _id: string; offer?: { _id: string } }[];
      const offer = entries.find(({ _id: id }) => id === entryId)?.offer;
      if (offer) return offer._id;
      if (Date.now() > givesUpAt) {
        history.complain(`a slot that was freed was not offered to ${entryId}`);
        return undefined;
      }
      await sleep(500);
    }
  }
}
