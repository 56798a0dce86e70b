import { expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { openOptionOfDoctor } from './open-option.ts';

const app = await startTestApp();

it("gives a doctor without hours the clinic's hours once, even if two options are opened at once", async () => {
  const { db, pool } = app.database;
  const { id, name } = await personWith(app, { isDoctor: true });
  const offered = [await openOption(db, { treatment: 'One' }), await openOption(db, { treatment: 'Other' })];
  await Promise.all(
    offered.map(({ treatmentId }) =>
      db.transaction(async (tx) => {
        await openOptionOfDoctor(tx, { treatmentId, doctor: { id, name, photo: null } });
        // Long enough for the other transaction to read before this one commits.
        await new Promise((resolve) => setTimeout(resolve, 200));
      }),
    ),
  );
  const { rows } = await pool.query('select weekday from opening_hours where calendar_id = $1', [id]);
  expect(rows).toHaveLength(7);
});

it('adds none before the day from which a doctor has chosen to work', async () => {
  const { db, pool } = app.database;
  const { treatmentId } = await openOption(db, { treatment: 'Later' });
  const doctor = await personWith(app, { isDoctor: true });
  const monday = { weekday: 1, from: '09:00', to: '12:00', treatmentId };
  const chosen = { weekly: [monday], validFrom: '2099-01-05' };
  expect((await doctor.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: chosen })).status).toBe(200);
  const { id, name } = doctor;
  await db.transaction((tx) => openOptionOfDoctor(tx, { treatmentId, doctor: { id, name, photo: null } }));
  const { rows } = await pool.query('select valid_from from opening_hours where calendar_id = $1', [id]);
  expect(rows).toEqual([{ valid_from: '2099-01-05' }]);
});
