import { beforeEach, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let day = 7;
let patient: RoledClient;
let bookingId: string;
const app = await startTestApp();
const doctor = await personWith(app, { isDoctor: true });
const admin = await personWith(app, { isAdmin: true });
const desk = await personWith(app, { name: 'Frida Desk', isFrontDesk: true });
const { optionId } = await openOption(app.database.db, {
  treatment: 'Cardiology',
  doctor: { id: doctor.id, name: doctor.name, photo: null },
});
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  day += 1;
  patient = await personWith(app);
  const time = { appointmentDate: `Jan ${day}, 2024`, slot: '09:00 AM - 09:30 AM' };
  bookingId = await bookedAs(patient, { ...time, treatment: 'Cardiology', price: 50, optionId });
  await move('10:00 AM - 10:30 AM');
});

const move = (slot: string) =>
  desk.post(`/api/bookings/${bookingId}/move`, { appointmentDate: `Jan ${day}, 2024`, slot, optionId });
const tell = (by: TestClient, version: number, told = true) =>
  by.request('PUT', `/api/bookings/${bookingId}/told`, { body: { told, version } });
const seenBy = async (by: TestClient) => (await by.get(`/api/bookings/${bookingId}`)).body;
const audited = async () =>
  ((await admin.get(`/api/audit?on=${patient.id}`)).body as unknown as { what: string }[]).map(({ what }) => what);

it('staff record that a patient knows of a change, once, and take it back; the audit log has both', async () => {
  const told = { version: 2, at: '2024-01-05T10:05:00.000Z', by: 'Frida Desk' };
  expect(await tell(desk, 2)).toMatchObject({ status: 200, body: { booking: { version: 2, told } } });
  app.clock = new Date('2024-01-05T11:00:00Z');
  expect((await tell(doctor, 2)).body).toMatchObject({ booking: { told } });
  expect(await seenBy(doctor)).toMatchObject({ told });
  expect(await seenBy(patient)).not.toHaveProperty('told');
  expect((await tell(doctor, 2, false)).body['booking']).not.toHaveProperty('told');
  await tell(doctor, 2, false);
  expect(await audited()).toEqual(['undo-told', 'mark-told', 'move-appointment']);
});

it('what a patient knows is one version of the appointment, which the caller has seen', async () => {
  expect(await tell(desk, 1)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE', version: 2 } });
  await tell(desk, 2);
  await move('11:00 AM - 11:30 AM');
  expect(await seenBy(desk)).toMatchObject({ version: 3, told: { version: 2 } });
  await tell(desk, 3, false);
  expect(await seenBy(desk)).toMatchObject({ told: { version: 2 } });
});

it('patients and other doctors cannot', async () => {
  const other = await personWith(app, { isDoctor: true });
  for (const by of [patient, other]) expect((await tell(by, 2)).status).toBe(404);
});
