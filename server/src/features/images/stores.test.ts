import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageForm, stripes } from '../../../testing/pictures.ts';
import { type Sandbox, startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const url = (answer: { body: Record<string, unknown> }) => (answer.body['data'] as { url: string }).url;
const png = (colour: number) => stripes({ width: 40, height: 30 }, colour).png().toBuffer();

describe.each(['s3', 'imgbb'])('a clinic that stores its images with %s', (kind) => {
  let sandbox: Sandbox;
  let app: TestApp;

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, production: false });
    app = await startTestApp({
      environment:
        kind === 's3'
          ? {
              IMAGES: 's3',
              S3_ENDPOINT: `${sandbox.url}/s3`,
              S3_REGION: 'local',
              S3_BUCKET: 'openhours',
              S3_ACCESS_KEY_ID: 'sandbox',
              S3_SECRET_ACCESS_KEY: 'sandbox-secret',
            }
          : { IMAGES: 'imgbb', IMGBB_ENDPOINT: `${sandbox.url}/imgbb`, IMGBB_KEY: 'sandbox-key' },
    });
  });
  afterAll(() => app.close());

  it('serves them itself, deletes unused ones, and reports an unreachable store', async () => {
    const person = await app.person();
    app.clock = new Date('2024-01-05T10:00:00Z');
    const stored = await person.post('/api/images', imageForm(await png(1)));
    expect(stored.status).toBe(200);
    expect(url(stored)).toMatch(/^\/images\/[0-9a-f]{64}\.webp$/);
    const served = await fetch(app.url + url(stored));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);

    app.clock = new Date('2024-01-07T10:00:00Z');
    const used = await person.post('/api/images', imageForm(await png(2)));
    await app.sweep();
    expect((await fetch(app.url + url(stored))).status).toBe(404);
    expect((await fetch(app.url + url(used))).status).toBe(200);

    await sandbox.stop();
    expect((await fetch(app.url + url(used))).status).toBe(503);
    const refused = await person.post('/api/images', imageForm(await png(3)));
    expect(refused).toMatchObject({ status: 503, body: { success: false, code: 'SERVICE_UNAVAILABLE' } });

    // A failure there does not keep files here. Imgbb deletes no images.
    if (kind === 'imgbb') return;
    app.clock = new Date('2024-01-09T10:00:00Z');
    const old = `insert into idempotency_keys (caller, call, key, request_hash, outcome, created_at)
      values ('a', 'b', 'c', 'd', '{}', '2024-01-01')`;
    await app.database.pool.query(old);
    await app.sweep();
    expect(app.logLines.join()).toContain('unused images could not be deleted');
    expect((await app.database.pool.query(`select from idempotency_keys where key = 'c'`)).rows).toEqual([]);
  });
});
