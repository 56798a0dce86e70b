import { beforeEach, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { conversationOn, doctorWithPost, say } from '../../../testing/conversations.ts';
import { storePayment } from '../../../testing/stored-payment.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const app = await startTestApp();
await openOption(app.database.db, { treatment: 'Cardiology' });
await openOption(app.database.db, { treatment: 'General', priceMinor: 0 });
beforeEach(() => {
  app.clock = new Date('2024-01-05T10:05:00Z');
});

const book = (by: TestClient, wanted: { appointmentDate: string; treatment?: string; price?: number }) =>
  bookedAs(by, { slot: '09:00 AM - 09:30 AM', treatment: 'Cardiology', price: 50, ...wanted });
const dashboard = async (of: TestClient) => (await of.get('/api/me/dashboard')).body;

it('is empty for a new patient', async () => {
  expect(await dashboard(await app.person())).toEqual({
    nextAppointment: null,
    unpaid: { count: 0, first: null },
    unread: { messages: 0, conversations: 0 },
  });
});

it("has the caller's next appointment until it is over, and their earliest unpaid one", async () => {
  const [patient, other] = [await app.person(), await app.person()];
  await book(other, { appointmentDate: 'Jan 6, 2024' });
  const late = await book(patient, { appointmentDate: 'Jan 9, 2024' });
  const soon = await book(patient, { appointmentDate: 'Jan 8, 2024' });
  const free = await book(patient, { appointmentDate: 'Jan 7, 2024', treatment: 'General', price: 0 });
  expect(await dashboard(patient)).toMatchObject({
    nextAppointment: { _id: free, treatment: 'General', slot: '09:00 AM - 09:30 AM' },
    unpaid: { count: 2, first: { _id: soon } },
  });
  app.clock = new Date('2024-01-08T09:29:00Z');
  expect(await dashboard(patient)).toMatchObject({ nextAppointment: { _id: soon } });
  app.clock = new Date('2024-01-08T09:30:00Z');
  // The doctor is late.
  const become = (state: string) =>
    app.database.pool.query('update bookings set state = $2 where id = $1', [soon, state]);
  await become('arrived');
  expect(await dashboard(patient)).toMatchObject({ nextAppointment: { _id: soon, state: 'arrived' } });
  for (const state of ['in-progress', 'done']) await become(state);
  expect(await dashboard(patient)).toMatchObject({
    nextAppointment: { _id: late },
    unpaid: { count: 2, first: { _id: soon } },
  });

  await storePayment(app.database.pool, { bookingId: soon, state: 'paid' });
  const held = await book(patient, { appointmentDate: 'Jan 10, 2024' });
  await storePayment(app.database.pool, { bookingId: held, state: 'on-hold' });
  expect(await dashboard(patient)).toMatchObject({ unpaid: { count: 1, first: { _id: late } } });
  const cancel = `update bookings set state = 'cancelled', change_reason = 'x' where id = any($1)`;
  await app.database.pool.query(cancel, [[late, held]]);
  expect(await dashboard(patient)).toMatchObject({ nextAppointment: null, unpaid: { count: 0, first: null } });
});

it("counts the caller's unread messages", async () => {
  const { doctor, postId } = await doctorWithPost(app);
  const patient = await personWith(app);
  const { _id } = await conversationOn(patient, postId);
  await say(patient, _id, 'One.');
  await say(patient, _id, 'Two.');
  expect(await dashboard(doctor)).toMatchObject({ unread: { messages: 2, conversations: 1 } });
  expect(await dashboard(patient)).toMatchObject({ unread: { messages: 0, conversations: 0 } });
});
