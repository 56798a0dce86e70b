import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import {
  ELEVEN,
  MONDAY,
  monday,
  NEXT_MONDAY,
  NINE,
  type Practice,
  startTimetableClinic,
  TEN,
  TUESDAY,
} from '../../../testing/timetable-clinic.ts';

let practice: Practice;
const clinic = await startTimetableClinic();
beforeEach(async () => {
  practice = await clinic.hire();
});

describe('a change that strands appointments', () => {
  it('is refused until each one is decided, then keeps and cancels them as decided, with an email', async () => {
    const other = await personWith(clinic.app);
    const kept = await practice.book(MONDAY, NINE);
    const cancelled = await practice.book(MONDAY, TEN, other);
    await practice.book(MONDAY, ELEVEN, await personWith(clinic.app));
    const weekly = [{ ...monday, from: '11:00' }];

    const preview = await practice.doctor.post(`${practice.path}/preview`, { weekly });
    const refused = await practice.send({ weekly });
    for (const { body } of [preview, refused]) {
      const { bookings } = body as unknown as { bookings: { _id: string; slot: string; patient: string }[] };
      expect(bookings.map(({ _id }) => _id)).toEqual([kept, cancelled]);
      expect(bookings[0]).toMatchObject({ slot: NINE, patient: practice.patient.name });
    }
    expect(refused).toMatchObject({ status: 409, body: { acknowledged: false, code: 'STRANDS_BOOKINGS' } });
    expect((await practice.send({ weekly, bookings: { [kept]: 'keep' } })).status).toBe(409);
    expect(await practice.bookingOf(kept)).toMatchObject({ state: 'booked' });
    expect((await clinic.admin.get(practice.path)).body).toMatchObject({ weekly: [monday] });

    await clinic.app.deliverMail();
    const mails = clinic.app.mails.length;
    const saved = await practice.save({ weekly, bookings: { [kept]: 'keep', [cancelled]: 'cancel' } });
    expect(saved).toMatchObject({ acknowledged: true, keptBookings: 1, cancelledBookings: 1 });
    expect(await practice.bookingOf(kept)).toMatchObject({ state: 'booked', slot: NINE });
    expect(await practice.bookingOf(cancelled, other)).toMatchObject({ state: 'cancelled' });
    await clinic.app.deliverMail();
    expect(clinic.app.mails.slice(mails)).toMatchObject([
      { to: other.email, text: expect.stringMatching(/Dr\. Dora Doctor \d+ is no longer there at that time/) },
    ]);
    const [line] = (await clinic.admin.get('/api/audit?what=change-hours')).body as unknown as object[];
    expect(line).toMatchObject({
      on: { _id: practice.doctor.id },
      outcome: 'done',
      detail: '1 booking kept outside the hours, 1 booking cancelled.',
    });
    // Decided appointments need no second decision.
    await practice.save({ weekly: [], bookings: 'cancel' });
    expect(await practice.bookingOf(kept)).toMatchObject({ state: 'booked' });
  });

  it('accepts one decision for all appointments, also in the first call', async () => {
    const ids = [await practice.book(MONDAY, NINE), await practice.book(NEXT_MONDAY, NINE)];
    expect(await practice.save({ weekly: [], bookings: 'keep' })).toMatchObject({
      keptBookings: 2,
      cancelledBookings: 0,
    });
    for (const id of ids) expect(await practice.bookingOf(id)).toMatchObject({ state: 'booked' });
  });

  it('has room for a decision about each of thousands of appointments', async () => {
    const bookings = Object.fromEntries(Array.from({ length: 5000 }, () => [randomUUID(), 'cancel']));
    const answers = [
      await practice.send({ weekly: [monday], bookings }),
      await clinic.admin.request('PUT', '/api/clinic/hours', { body: { weekly: [], bookings } }),
      await clinic.admin.post('/api/closures', { from: TUESDAY, to: TUESDAY, reason: 'Moving house', bookings }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('has a preview of four weeks as patients would see them, which changes nothing', async () => {
    await practice.book(MONDAY, NINE);
    const { status, body } = await practice.doctor.post(`${practice.path}/preview`, {
      weekly: [{ ...monday, to: '11:00' }],
      exceptions: [{ date: NEXT_MONDAY, off: true }],
    });
    expect(status).toBe(200);
    const [option] = body['options'] as { treatment: string; days: { date: string; slots: { slot: string }[] }[] }[];
    expect(option?.days).toHaveLength(28);
    const starts = (date: string) =>
      option?.days.find((day) => day.date === date)?.slots.map(({ slot }) => slot.slice(0, 8));
    expect(starts(MONDAY)).toEqual(['10:00 AM']);
    expect(starts(NEXT_MONDAY)).toEqual([]);
    expect(starts('2026-12-07')).toEqual(['09:00 AM', '10:00 AM']);
    expect(body).toMatchObject({ from: '2026-11-20', bookings: [] });
    expect(await practice.startsOn(NEXT_MONDAY)).toHaveLength(3);
  });
});
