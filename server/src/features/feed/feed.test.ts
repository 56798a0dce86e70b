import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { imageForm, paintedPng } from '../../../testing/pictures.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { listAllPostsOf } from './store.ts';
import { writePost } from './write-post.ts';

const app = await startTestApp();
const doctor = await personWith(app, { name: 'Dora Doc', isDoctor: true });
const otherDoctor = await personWith(app, { name: 'Otto Doc', isDoctor: true });
const admin = await personWith(app, { name: 'Ada Admin', isAdmin: true });
const patient = await app.person();

beforeEach(() => {
  app.clock = new Date('2024-01-05T10:05:07.890Z');
});

const uploadedImage = async (by: TestClient) => {
  const { body } = await by.request('POST', '/api/images', { body: imageForm(paintedPng(30, 20)) });
  return (body['data'] as { url: string }).url;
};
const post = (by: TestClient, changes: Record<string, unknown> = {}) =>
  by.post('/api/posts', {
    description: 'Drink water.',
    userEmail: by.email,
    userName: by.name,
    profileImg: null,
    postTime: '2024-01-05 10:05:00',
    ...changes,
  });
const written = async (by: TestClient, changes: Record<string, unknown> = {}) => {
  const { body } = await post(by, changes);
  return String(body['insertedId']);
};
const listed = async (by: TestClient, path = '/api/posts') =>
  (await by.get(path)).body as unknown as { _id: string; description: string; hidden: boolean }[];

describe('a post', () => {
  it('is acknowledged and first in the feed, with author and time set by the server', async () => {
    const image = await uploadedImage(doctor);
    const answer = await post(doctor, { image });
    expect(answer.status).toBe(200);
    const expected = {
      _id: answer.body['insertedId'],
      description: 'Drink water.',
      image,
      imageSize: { width: 30, height: 20 },
      userEmail: doctor.email,
      userName: 'Dora Doc',
      postTime: '2024-01-05 10:05:07',
      hidden: false,
      can: { delete: true, report: false, message: true },
    };
    expect(answer.body).toEqual({ acknowledged: true, insertedId: expect.any(String), post: expected });
    expect((await listed(doctor))[0]).toEqual(expected);
    expect((await listed(patient))[0]).toEqual({ ...expected, can: { delete: false, report: true, message: true } });
    expect((await patient.get(`/api/posts/${String(answer.body['insertedId'])}`)).body).toMatchObject({
      description: 'Drink water.',
    });
  });

  it('says what its image shows, until it is deleted', async () => {
    const imageAlt = 'A path\u202e along the river';
    const withImage = await written(doctor, { image: await uploadedImage(doctor), imageAlt });
    const without = await written(doctor, { imageAlt });
    const altOf = async (id: string) => (await patient.get(`/api/posts/${id}`)).body['imageAlt'];
    expect(await altOf(withImage)).toBe('A path along the river');
    expect(await altOf(without)).toBeUndefined();
    await doctor.request('DELETE', `/api/deleteItem/${withImage}`);
    const { rows } = await app.database.pool.query('select image_alt from posts where id = $1', [withImage]);
    expect(rows).toEqual([{ image_alt: '' }]);
  });

  it('may omit the author fields', async () => {
    const answer = await doctor.post('/api/posts', { description: 'Short' });
    expect(answer.body).toMatchObject({ acknowledged: true, post: { userEmail: doctor.email } });
  });

  it.each([
    { postTime: '2019-01-03 10:05:00' },
    { postTime: 'yesterday' },
    { userName: 'Somebody Else' },
    { profileImg: 'https://elsewhere.example/me.png' },
  ])("ignores the client's %j", async (changes) => {
    const answer = await post(doctor, changes);
    expect(answer.body).toMatchObject({
      acknowledged: true,
      post: { userName: 'Dora Doc', postTime: '2024-01-05 10:05:07' },
    });
    expect(answer.body['post']).not.toHaveProperty('profileImg');
  });

  it('may be written by an admin', async () => {
    expect((await post(admin)).status).toBe(200);
  });

  it('is stored without control characters and direction overrides', async () => {
    const id = await written(doctor, {
      description: '  Open \u202egpj.exe\u202c\u0007\r\nnow \u2067x\u2069 <b>bold</b>  ',
    });
    expect((await doctor.get(`/api/posts/${id}`)).body).toMatchObject({
      description: 'Open gpj.exe\nnow x <b>bold</b>',
    });
  });

  it('appears once when paging through the feed, newest first', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.unshift(await written(doctor, { description: `Number ${number}` }));
    const first = await listed(patient, '/api/posts?limit=3');
    const second = await listed(patient, `/api/posts?limit=2&cursor=${first[2]?._id}`);
    expect([...first, ...second].map(({ _id }) => _id)).toEqual(ids);
  });
});

describe('a post is refused', () => {
  it.each([
    [{ userEmail: 'someone@example.org' }, 'NOT_YOU', 'You can only post with the email address'],
    [{ image: `/images/${'ab'.repeat(32)}.webp` }, 'IMAGE_UNKNOWN', 'The image must be one that was uploaded here'],
    [{ image: 'https://elsewhere.example/x.png' }, 'IMAGE_UNKNOWN', 'The image must be one that was uploaded here'],
  ])('with a message for %j', async (changes, code, sentence) => {
    const answer = await post(doctor, changes);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ acknowledged: false, code, message: expect.stringContaining(sentence) });
  });

  it.each([
    [{ description: undefined }, 'description is required.'],
    [{ description: ' \u202e \n' }, 'Please write something.'],
    [{ description: 'x'.repeat(5001) }, 'A post can have at most 5000 characters.'],
    [{ imageAlt: 'x'.repeat(301) }, 'Please use at most 300 characters.'],
  ])('with 400 for %j', async (changes, sentence) => {
    const answer = await post(doctor, changes);
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toContain(sentence);
  });
});

describe("a person's posts", () => {
  it('are listed for them and for admins', async () => {
    const id = await written(otherDoctor, { description: 'Mine' });
    const path = `/api/emailPosts?email=${otherDoctor.email}`;
    const mine = await listed(otherDoctor, path);
    expect(mine[0]).toMatchObject({ _id: id, description: 'Mine' });
    expect(new Set(mine.map((one) => Reflect.get(one, 'userEmail')))).toEqual(new Set([otherDoctor.email]));
    expect((await listed(admin, path))[0]).toMatchObject({ _id: id });
    expect(await listed(admin, '/api/emailPosts?email=nobody@example.org')).toEqual([]);
  });
});

describe('deleting a post', () => {
  const remove = (by: TestClient, id: string) => by.request('DELETE', `/api/deleteItem/${id}`);

  it('is acknowledged once and removes it for everyone', async () => {
    const id = await written(doctor);
    expect((await remove(doctor, id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await remove(doctor, id)).status).toBe(404);
    for (const one of [doctor, admin, patient]) expect((await one.get(`/api/posts/${id}`)).status).toBe(404);
    expect((await listed(doctor)).map(({ _id }) => _id)).not.toContain(id);
    expect((await listed(doctor, `/api/emailPosts?email=${doctor.email}`)).map(({ _id }) => _id)).not.toContain(id);
  });

  it('is allowed for its author and admins', async () => {
    const id = await written(doctor);
    expect((await remove(otherDoctor, id)).status).toBe(403);
    expect((await remove(patient, id)).status).toBe(403);
    expect((await patient.get(`/api/posts/${id}/deletion`)).status).toBe(403);
    expect((await remove(admin, id)).status).toBe(200);
    expect((await remove(admin, 'not-an-id')).status).toBe(404);
    expect((await admin.get('/api/audit?what=delete-post')).body).toMatchObject([
      { who: { name: admin.name }, on: { name: doctor.name }, outcome: 'done' },
    ]);
  });

  it('can be previewed: how many conversations are about it', async () => {
    const id = await written(doctor);
    const preview = async () => (await doctor.get(`/api/posts/${id}/deletion`)).body;
    expect(await preview()).toEqual({ conversations: 0 });
    await patient.post('/api/conversations', { email: patient.email, postId: id });
    expect(await preview()).toEqual({ conversations: 1 });
  });
});

it('a doctor who is deleted leaves no post that they write at the same moment, and writes none after it', async () => {
  const { db, pool } = app.database;
  const leaver = await personWith(app, { isDoctor: true });
  const wanted = {
    writer: { personId: leaver.id, email: leaver.email },
    userEmail: undefined,
    description: 'Drink water.',
    image: undefined,
    imageAlt: '',
    now: new Date('2024-01-05T10:05:00Z'),
  };
  const [isWritten, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction(async (tx) => {
    await writePost(tx, wanted);
    isWritten.resolve();
    await isOver.promise;
  });
  await isWritten.promise;
  const deleting = admin.request('DELETE', `/api/doctors/${leaver.id}`);
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  isOver.resolve();
  await writing;
  expect((await deleting).body).toMatchObject({ deletedCount: 1 });
  expect(await listAllPostsOf(db, leaver.id)).toEqual([]);
  expect(await writePost(db, wanted)).toMatchObject({ kind: 'refused' });
});
