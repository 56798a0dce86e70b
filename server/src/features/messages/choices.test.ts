import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { wants } from './choices.ts';

const app = await startTestApp();

const choose = (person: RoledClient, topic: string, on: boolean, more: { channel?: string; path?: string } = {}) =>
  person.request('PUT', more.path ?? '/api/message-choices', { body: { topic, channel: more.channel ?? 'email', on } });
const chosen = async (person: RoledClient) => {
  const { topics } = (await person.get('/api/message-choices')).body as unknown as { topics: { topic: string }[] };
  return topics;
};

describe('what a person gets', () => {
  it('is what they chose, else what the clinic chose, else what we chose', async () => {
    const [person, admin] = [await personWith(app), await personWith(app, { isAdmin: true })];
    const { db } = app.database;
    const weekly = () => wants(db, { personId: person.id, topic: 'reminder-week', channel: 'email' });
    expect(await weekly()).toBe(false);
    const path = '/api/message-choices/clinic';
    expect((await choose(admin, 'reminder-week', true, { path })).status).toBe(200);
    expect(await weekly()).toBe(true);
    expect((await choose(person, 'reminder-week', false)).status).toBe(200);
    expect(await weekly()).toBe(false);
    expect(await chosen(person)).toContainEqual({ topic: 'reminder-week', email: false, text: false });
    expect((await choose(person, 'reminder-week', true)).status).toBe(200);
    await choose(admin, 'reminder-week', false, { path });
    expect(await weekly()).toBe(true);
    const { body } = await admin.get('/api/audit?what=change-messages');
    expect(body).toMatchObject([{ detail: 'At first, reminder-week by email is off.' }, { outcome: 'done' }]);
  });

  it('has topics for staff only if they are staff, and text messages only where there are some', async () => {
    const [person, doctor] = [await personWith(app), await personWith(app, { isDoctor: true })];
    expect((await chosen(person)).map(({ topic }) => topic)).not.toContain('morning-summary');
    expect((await chosen(doctor)).map(({ topic }) => topic)).toContain('morning-summary');
    expect((await choose(person, 'morning-summary', true)).status).toBe(404);
    expect((await choose(doctor, 'morning-summary', true)).status).toBe(200);
    expect((await choose(doctor, 'morning-summary', true, { channel: 'text' })).status).toBe(404);
    expect((await choose(person, 'receipt', false)).status).toBe(400);
  });

  it('is in their data, and goes with them', async () => {
    const person = await personWith(app);
    await choose(person, 'conversation', false);
    expect((await person.get('/api/me/export')).body['messageChoices']).toEqual([
      { topic: 'conversation', channel: 'email', on: false },
    ]);
    await person.post('/api/me/delete', { password: 'Correct1!' });
    const left = await app.database.pool.query('select 1 from message_choices where person_id = $1', [person.id]);
    expect(left.rows).toEqual([]);
  });
});
