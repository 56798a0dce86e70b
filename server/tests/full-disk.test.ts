import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findRunningPostgres } from '../src/database/embedded/find-running-postgres.ts';
import { createTestClient } from '../testing/test-client.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** A small disk of its own, which only root can mount. */
const disk = mkdtempSync(join(tmpdir(), 'openhours-full-disk-'));
const mounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', disk]).status === 0;

let server: TestProcess | undefined;
afterAll(async () => {
  await server?.kill('SIGTERM');
  if (mounted) spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const person = (n: number) => ({ name: 'Pat Example', email: `person-${n}@example.org`, password: 'Correct1!' });

test.skipIf(!mounted)('a full disk makes writes fail with 503, and the server goes on when there is room', async () => {
  server = await startServerProcess({ DATA_DIR: disk, DEMO: 'off' });
  const { url } = server;
  const signUp = (n: number) => createTestClient(url).post('/api/auth/sign-up/email', person(n));
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect(await signUp(1)).toMatchObject({ status: 200 });

  await fill(join(disk, 'ballast'));
  await useUpTheLog(join(disk, 'database'));
  await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(503);
  expect(await signUp(2)).toMatchObject({ status: 503 });
  expect(await statusOf('/livez')).toBe(200);
  await expect.poll(server.output, { timeout: 30_000 }).toContain('The disk of the data directory is full');

  await rm(join(disk, 'ballast'));
  await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200);
  expect(await signUp(3)).toMatchObject({ status: 200 });
  const signedIn = await createTestClient(url).post('/api/auth/sign-in/email', person(1));
  expect(signedIn).toMatchObject({ status: 200 });
});

async function fill(file: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}

/** Writes to the write-ahead log until PostgreSQL needs a new file of it, finds no room, and stops. */
async function useUpTheLog(dataDirectory: string): Promise<void> {
  const connection = await findRunningPostgres(dataDirectory);
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  for (let megabytes = 0; megabytes < 300; megabytes += 1) {
    const written = await client
      .query("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))")
      .catch((error: unknown) => error);
    if (written instanceof Error) return;
  }
  throw new Error(`The log has room: ${await readFile(join(dataDirectory, 'postgres.log'), 'utf8')}`);
}
