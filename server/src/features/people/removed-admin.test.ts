import { expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { people } from '../../database/schema/identity.ts';

const app = await startTestApp();
const { db, pool } = app.database;
const patient = await personWith(app);
const doctor = await personWith(app, { isDoctor: true });
const other = await personWith(app, { isAdmin: true });
const newDoctor = {
  name: 'Nora New',
  email: 'nora@openhours.example',
  specialty: 'Cardiology',
  password: 'Secret#Garden1',
  role: 'doctor',
};

// Access was checked before the role was removed, and the change comes after it.
test.each<[string, string, object?]>([
  ['PUT', `/api/users/admin/${patient.id}`],
  ['DELETE', `/api/users/admin/${other.id}`],
  ['DELETE', `/api/users/doctor/${doctor.id}`],
  ['DELETE', `/api/users/${patient.id}`],
  ['DELETE', `/api/doctors/${doctor.id}`],
  ['POST', '/api/users', newDoctor],
])('an admin whose role is removed while they wait changes nothing: %s %s', async (method, path, body) => {
  const admin = await personWith(app, { isAdmin: true });
  const readPeople = () =>
    db.select({ id: people.id, isAdmin: people.isAdmin, isDoctor: people.isDoctor }).from(people);
  const removal = await pool.connect();
  await removal.query('begin');
  await removal.query('update people set is_admin = false where id = $1', [admin.id]);
  const answer = admin.request(method, path, { body });
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  await removal.query('commit');
  removal.release();
  const before = await readPeople();
  expect(await answer).toMatchObject({ status: 403 });
  expect(await readPeople()).toEqual(before);
});
