import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoredImage } from '@openhours/contract/images.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { until } from '../server/simulations/failover/cluster.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { openOption } from '../server/testing/clinic.ts';
import { imageForm, stripes } from '../server/testing/pictures.ts';
import { setupCode } from '../server/testing/setup-code.ts';
import { createTestClient } from '../server/testing/test-client.ts';
import { freePort } from '../server/testing/test-process.ts';
import { silent } from '../server/testing/test-server.ts';
import { check, hasDocker, run } from './trial.ts';

/**
 * `npm run try:docker` builds `deploy/Dockerfile`, starts `deploy/compose.yaml` with `deploy/openhours.env`, and does with
 * it what docs/operations.md says: set-up, upload, booking, a database that is stopped, an upgrade, backup, restore and stop.
 * It needs Linux with Docker and its plugins compose and buildx, and the base images, which Docker downloads.
 */
const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
const clinic = { name: 'Praxis Weber', timeZone: 'UTC', currency: 'USD' };
const password = 'ab'.repeat(24);

if (!hasDocker()) throw new Error('This needs Docker with its plugin compose, and the right to use it.');
const folder = mkdtempSync(join(tmpdir(), 'openhours-docker-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const settings = join(folder, 'openhours.env');

/** An example of `deploy` with these replacements, each of which must be in it. */
function adapt(file: string, to: string, replacements: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(DEPLOY, file), 'utf8');
  for (const [from, by] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}.`);
    text = text.replace(from, by);
  }
  writeFileSync(join(folder, to), text);
  return join(folder, to);
}

adapt('openhours.env', 'openhours.env', [
  ['https://clinic.example', url],
  ['AUTH_SECRET=', `AUTH_SECRET=${'0123456789abcdef'.repeat(4)}`],
  ['smtps://USER:PASSWORD@mail.example', 'smtp://127.0.0.1:9'],
  ['MAIL_FROM=no-reply@clinic.example', "MAIL_FROM='Dr. Weber <mail@clinic.example>'"],
]);
writeFileSync(settings, `${readFileSync(settings, 'utf8')}POSTGRES_PASSWORD=${password}\n`);

/** Docker Compose with the compose file, as a project of its own. */
function composeOf(name: string, dockerfile: string) {
  const file = adapt('compose.yaml', `${name}.yaml`, [
    ['name: openhours', `name: ${name}`],
    ['context: ..', `context: ${ROOT}`],
    ['dockerfile: deploy/Dockerfile', `dockerfile: ${dockerfile}`],
    ['../openhours.env', settings],
    ["'127.0.0.1:3000:", `'127.0.0.1:${port}:`],
  ]);
  return (...args: string[]) =>
    run('docker', 'compose', '--progress', 'quiet', '--file', file, '--env-file', settings, ...args);
}
type Compose = ReturnType<typeof composeOf>;

/** What the engine says about the container of a service. */
function inspect(compose: Compose, service: string, what: string): string {
  return run('docker', 'inspect', '--format', `{{${what}}}`, compose('ps', '--all', '--quiet', service));
}
const untilHealth = (compose: Compose, health: string) =>
  until(async () => inspect(compose, 'openhours', '.State.Health.Status') === health, 60_000);

const ofDatabase = (compose: Compose) => {
  const address = inspect(compose, 'database', 'range .NetworkSettings.Networks}}{{.IPAddress}}{{end');
  return openDatabase({
    connection: `postgresql://openhours:${password}@${address}/openhours`,
    poolSize: 1,
    log: silent,
  });
};

async function countBookings(compose: Compose): Promise<number> {
  const database = await ofDatabase(compose);
  const { rowCount } = await database.pool.query('select 1 from bookings');
  await database.close();
  return rowCount ?? 0;
}

let number = 0;
/** Books as the admin, on the next day each time. */
async function book(admin: ReturnType<typeof createTestClient>, optionId: string): Promise<number> {
  number += 1;
  const day = new Date(Date.now() + (number + 1) * 86_400_000).toISOString().slice(0, 10);
  const slot = { appointmentDate: mediumDateFromIso(day), slot: '09:00 AM - 09:30 AM', price: 0 };
  const body = { ...slot, patient: founder.name, email: founder.email, treatment: 'Podiatry', optionId };
  const headers = { 'idempotency-key': `booking-${number}-${Date.now()}` };
  return (await admin.request('POST', '/api/bookings', { body, headers })).status;
}

const first = composeOf('openhours-trial', 'deploy/Dockerfile');
const restored = composeOf('openhours-trial-restored', 'deploy/Dockerfile');
try {
  console.log(
    `Docker ${run('docker', 'version', '--format', '{{.Server.Version}}')}, compose ${first('version', '--short')}`,
  );
  first('up', '--detach', '--build');
  await untilHealth(first, 'healthy');
  check('the image is built, and the server is healthy', true);
  const user = first('exec', '--no-TTY', 'openhours', 'sh', '-c', 'id -u; touch /opt/openhours/x 2>&1 || true');
  check('it is not root, and can write to its volume only', /^1000\n.*Read-only/.test(user), user);

  const admin = createTestClient(url);
  const code = setupCode(first('logs', 'openhours'));
  const done = await admin.post('/api/setup', { code, admin: founder, clinic });
  check('its log has the address of the set-up, which works', done.status === 200, done);
  const uploaded = await admin.post(
    '/api/images',
    imageForm(await stripes({ width: 400, height: 400 }).png().toBuffer()),
  );
  check('pictures can be uploaded', uploaded.status === 200, uploaded);
  const database = await ofDatabase(first);
  await database.pool.query('update people set email_verified = true');
  const { optionId } = await openOption(database.db, { treatment: 'Podiatry', priceMinor: 0 });
  await database.close();
  const booked = await book(admin, optionId);
  check('people book', booked === 200, booked);

  const startedAt = inspect(first, 'openhours', '.State.StartedAt');
  first('stop', 'database');
  await untilHealth(first, 'unhealthy');
  check('without its database, the server is not healthy', true);
  first('start', 'database');
  await untilHealth(first, 'healthy');
  const again = await book(admin, optionId);
  const isSame = inspect(first, 'openhours', '.State.StartedAt') === startedAt;
  check('afterwards it is, without a restart, and people book', again === 200 && isSame, again);

  const image = inspect(first, 'openhours', '.Image');
  writeFileSync(join(folder, 'Dockerfile'), `${readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')}LABEL next=release\n`);
  cpSync(join(DEPLOY, 'Dockerfile.dockerignore'), join(folder, 'Dockerfile.dockerignore'));
  const next = composeOf('openhours-trial', join(folder, 'Dockerfile'));
  next('up', '--detach', '--build');
  await untilHealth(next, 'healthy');
  check('another image replaces it', inspect(next, 'openhours', '.Image') !== image);
  const picture = new URL(StoredImage.parse(uploaded.body['data']).url, url);
  check('the picture is still there', (await fetch(new URL(picture.pathname, url))).status === 200);

  const backup = '/var/lib/openhours/today.tar.gz';
  next('exec', '--no-TTY', 'openhours', './openhours', 'backup', backup);
  const copy = join(folder, 'today.tar.gz');
  next('cp', `openhours:${backup}`, copy);
  next('down');
  restored('up', '--no-start', '--build');
  restored('cp', '--archive', copy, `openhours:${backup}`);
  const said = restored('run', '--rm', '--no-TTY', 'openhours', 'restore', backup);
  restored('up', '--detach');
  await untilHealth(restored, 'healthy');
  const { status } = await admin.post('/api/auth/sign-in/email', { email: founder.email, password: founder.password });
  const bookings = await countBookings(restored);
  const isPicture = (await fetch(new URL(picture.pathname, url))).status === 200;
  check(`a backup is restored: ${said}`, status === 200 && bookings === number && isPicture, { status, bookings });

  const began = performance.now();
  restored('stop', 'openhours');
  const seconds = Math.round((performance.now() - began) / 1000);
  const exitCode = inspect(restored, 'openhours', '.State.ExitCode');
  check(`it stops in ${seconds} s, with the exit code 0`, exitCode === '0' && seconds < 40, exitCode);
  console.log('\nAll of it works.');
} finally {
  for (const compose of [first, restored]) compose('down', '--volumes', '--rmi', 'local');
  rmSync(folder, { recursive: true, force: true });
}
