import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import pg from 'pg';
import { ask, findPrograms, startCluster, until } from '../server/simulations/failover/cluster.ts';
import { openEventStream } from '../server/testing/event-stream.ts';
import { imageForm, stripes } from '../server/testing/pictures.ts';
import { setupCode } from '../server/testing/setup-code.ts';
import { createTestClient, type TestClient } from '../server/testing/test-client.ts';
import { freePort } from '../server/testing/test-process.ts';
import { answers, check, end, endAll, has, run, start } from './trial.ts';
import { startAuthority, trust } from './trial-authority.ts';

/**
 * `npm run try:deployment` does what docs/operations.md tells operators: unpacks a release, starts two nodes (one of them
 * with a file that only the next release would have) on Debian's PostgreSQL with `deploy/openhours.env`, puts
 * `deploy/nginx.conf` and then `deploy/Caddyfile` in front with certificates of an authority for tests, restarts the
 * nodes one after the other and renews nginx's certificate under requests, kills both nodes, reads logs and metrics, and
 * restores a backup into another database. It needs Debian's packages postgresql, nginx, caddy, openssl, certbot and
 * pebble; what is missing is skipped, and named at the end.
 */
const ROOT = join(import.meta.dirname, '..');
/** The nodes run as 'nobody' if this runs as root, as they run as a user of their own elsewhere. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const METRICS_TOKEN = 'a token that only this trial knows';
const OWN_FILE = 'assets/only-in-the-next-release.js';
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
/** Addresses with a key or an email address. */
const SECRET_PATHS = [
  'calendars/secret.ics',
  'api/users/admin/secret@example.org',
  'api/users/admin/secret%40example.org',
  'unsubscribe?token=secret',
];
const clinic = { name: 'Praxis Weber', timeZone: 'Europe/Berlin', currency: 'EUR' };

const folder = mkdtempSync(join(tmpdir(), 'openhours-deployment-'));
/** Of the proxy that is being tried. */
const logs = join(folder, 'logs');
const skipped: string[] = [];

/** An example of `deploy` with these replacements, each of which must be in it. */
function adapt(file: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  let text = readFileSync(join(installed, 'deploy', file), 'utf8');
  for (const [from, to] of replacements) {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`deploy/${file} has no ${String(from)}.`);
    text = changed;
  }
  return text;
}

console.log('A release, unpacked');
const archive = run(process.execPath, join(ROOT, 'scripts/release.ts'));
const installed = join(folder, 'opt/openhours');
mkdirSync(installed, { recursive: true });
chmodSync(folder, 0o755);
run('tar', '-xzf', archive, '-C', installed, '--strip-components', '1');
// Another release beside it, with a file that the first does not have.
const next = join(folder, 'opt/next');
run('cp', '-r', installed, next);
writeFileSync(join(next, 'web/dist', OWN_FILE), '');
check('it has no more than 50 MB', Number(run('du', '-sm', installed).split('\t')[0]) <= 50);
if (has('systemd-analyze')) {
  const unit = join(folder, 'openhours@3000.service');
  writeFileSync(unit, adapt('openhours@.service', [['=/opt/openhours/openhours', `=${installed}/openhours`]]));
  run('systemd-analyze', 'verify', unit);
  check('systemd accepts the unit', true);
} else skipped.push('systemd-analyze');

const programs = findPrograms();
if (programs === undefined) throw new Error("Install Debian's package postgresql.");
const cluster = await startCluster(programs, join(folder, 'postgresql'));
const [publicPort, plainPort] = await Promise.all([freePort(), freePort()]);
const ports = await Promise.all([freePort(), freePort()]);
const publicUrl = `https://localhost:${publicPort}`;
const data = join(folder, 'data');
mkdirSync(data);
if (USER.uid !== undefined) chownSync(data, USER.uid, USER.gid);

/** `deploy/openhours.env`, filled in for this database. */
function settingsFor(databaseUrl: string, name: string): string {
  const file = join(folder, name);
  const text = adapt('openhours.env', [
    ['/var/lib/openhours', data],
    ['https://clinic.example', publicUrl],
    ['postgresql://openhours:PASSWORD@127.0.0.1/openhours', databaseUrl],
    ['AUTH_SECRET=', `AUTH_SECRET=${'0123456789abcdef'.repeat(4)}`],
    ['smtps://USER:PASSWORD@mail.example', 'smtp://127.0.0.1:9'],
    ['METRICS_TOKEN=', `METRICS_TOKEN='${METRICS_TOKEN}'`],
  ]);
  writeFileSync(file, text);
  return file;
}

const inEnvironment = (file: string, command: string) => [
  '-c',
  `set -a; . ${file}; set +a; LOG_LEVEL=warn exec ${command}`,
];

const settings = settingsFor(cluster.url, 'openhours.env');
let output = '';
async function startNode(port: number): Promise<ChildProcess> {
  const release = port === ports[0] ? installed : next;
  const command = `env HOST=127.0.0.1 PORT=${port} ${release}/openhours`;
  const node = start('sh', inEnvironment(settings, command), { ...USER, stdio: ['ignore', 'pipe', 'inherit'] });
  node.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await answers(`http://127.0.0.1:${port}/readyz`);
  return node;
}

/** What the proxy has logged. */
const logged = () =>
  readdirSync(logs, { encoding: 'utf8' })
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');

/** What must work through any proxy. */
async function checkFront(admin: TestClient): Promise<void> {
  check('pages come over TLS', (await (await fetch(publicUrl)).text()).includes(clinic.name));
  const { email, password } = founder;
  const signedIn = await admin.post(
    '/api/auth/sign-in/email',
    { email, password },
    { 'x-forwarded-for': '203.0.113.9' },
  );
  check('people sign in', signedIn.status === 200, signedIn);
  const database = new pg.Client(cluster.url);
  await database.connect();
  const { rows } = await database.query('select ip_address from sessions order by created_at desc limit 1');
  await database.end();
  check("a caller's own X-Forwarded-For is not believed", rows[0]?.ip_address === '127.0.0.1', rows);

  const asked = await fetch(`${publicUrl}/api/session`, { headers: { 'x-request-id': 'of-the-caller' } });
  const id = asked.headers.get('x-request-id') ?? '';
  check('callers do not choose the id of their request', id !== '' && id !== 'of-the-caller', id);
  const isLine = (line: string) => line.includes(id) && line.includes('127.0.0.1');
  await until(async () => logged().split('\n').some(isLine));
  check('the proxy logs that id with the address of the caller', true);
  check('the metrics are not on the internet', (await fetch(`${publicUrl}/metrics`)).status === 404);
  for (const path of SECRET_PATHS) await fetch(`${publicUrl}/${path}`);

  const own = await Promise.all(Array.from({ length: 6 }, () => fetch(`${publicUrl}/${OWN_FILE}`)));
  const none = await fetch(`${publicUrl}/assets/none.js`);
  check(
    'a file that one of two releases has is found, and one that none has is not',
    own.every(({ status }) => status === 200) && none.status === 404,
    [...own, none].map(({ status }) => status),
  );

  const events = await openEventStream(admin, publicUrl);
  await events.until(({ type }) => type === 'ready', 2_000);
  const began = performance.now();
  await admin.post('/api/auth/sign-out', {});
  await events.until(({ type }) => type === 'signedOut', 2_000);
  check(`live events are not held back (${Math.round(performance.now() - began)} ms)`, true);
  events.close();

  await admin.post('/api/auth/sign-in/email', { email, password });
  const picture = imageForm(await stripes({ width: 400, height: 400 }).png().toBuffer());
  const uploaded = await admin.post('/api/images', picture);
  check('pictures can be uploaded', uploaded.status === 200, uploaded);
  const large = await admin.post('/api/images', imageForm(Buffer.alloc(12_000_000))).catch(() => ({ status: 413 }));
  check('files that are too large are refused', large.status === 413, large);
}

/** What is wrong with the answer, if anything. With HTTP/1.1: Node's `fetch` would use one connection of HTTP/2 for all. */
async function problemOf(url: string, agent: Agent): Promise<string | undefined> {
  const asked = get(url, { agent });
  try {
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    const status = answer?.resume().statusCode;
    return status === 200 ? undefined : String(status);
  } catch (error) {
    return String(error);
  }
}

/** Does something while somebody asks all the time. */
async function checkNoneFails(during: string, agent: Agent, work: () => Promise<void>): Promise<void> {
  const asking = { isOver: false, asked: 0, failed: [] as string[] };
  const asker = (async () => {
    while (!asking.isOver) {
      const problem = await problemOf(`${publicUrl}/api/clinic`, agent);
      if (problem !== undefined) asking.failed.push(problem);
      asking.asked += 1;
      await sleep(5);
    }
  })();
  await work().finally(() => {
    asking.isOver = true;
  });
  await asker;
  agent.destroy();
  check(
    `none of ${asking.asked} requests fails while ${during}`,
    asking.failed.length === 0,
    asking.failed.slice(0, 3),
  );
}

async function restartOneByOne(nodes: ChildProcess[]): Promise<void> {
  for (const [at, port] of ports.entries()) {
    const node = nodes[at];
    if (node) await end(node);
    nodes[at] = await startNode(port);
    // The proxies notice within two seconds that it is back.
    await sleep(3_000);
  }
}

/** The number of the certificate that a new connection gets. */
async function servedCertificate(): Promise<string> {
  const socket = connect({ host: 'localhost', port: publicPort, servername: 'localhost' });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** One network has as many requests under way as nginx allows. */
async function fillOneNetwork(): Promise<void> {
  const url = `${publicUrl}/api/clinic`;
  const one = new Agent({ localAddress: '127.0.0.1', family: 4 });
  const other = new Agent({ localAddress: '127.0.0.2', family: 4 });
  const held = Array.from({ length: 1_000 }, () => {
    const halfSent = request(url, { agent: one, method: 'POST', headers: { 'content-length': 2 } });
    halfSent.on('error', () => undefined).write('{');
    return halfSent;
  });
  await until(async () => (await problemOf(url, one)) === '503');
  const problem = await problemOf(url, other);
  check('a network with 1,000 requests under way gets no more, and another one does', problem === undefined, problem);
  for (const halfSent of held) halfSent.destroy();
  await until(async () => (await problemOf(url, one)) === undefined);
}

/** Kills both nodes, asks for secret addresses, and starts the nodes again. */
async function checkLogs(nodes: ChildProcess[]): Promise<void> {
  for (const node of nodes) await end(node, 'SIGKILL');
  for (const path of SECRET_PATHS) await fetch(`${publicUrl}/${path}`);
  const text = logged();
  const isWithout = /[ :]50[23][ ,]/.test(text) && !text.includes('secret');
  check('the logs of the proxy have the failures, and no keys and no email addresses', isWithout, text);
  for (const [at, port] of ports.entries()) nodes[at] = await startNode(port);
}

try {
  console.log('Two nodes on PostgreSQL');
  const nodes: ChildProcess[] = [];
  for (const port of ports) nodes.push(await startNode(port));
  const code = setupCode(output);
  check('the last one to start prints the address of the set-up', code !== undefined, output);

  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key];
  run('openssl', 'req', '-x509', ...newKey, '-out', certificate, '-days', '2', ...subject);
  trust(readFileSync(certificate, 'utf8'));
  const missing = ['certbot', 'pebble'].filter((program) => !has(program));
  skipped.push(...missing);
  const authority =
    missing.length === 0
      ? await startAuthority({ folder, certificate, key, httpPort: plainPort, tlsPort: publicPort })
      : undefined;

  const admin = createTestClient(publicUrl);
  const [first, second] = ports;
  const toNodes = [
    ['127.0.0.1:3000', `127.0.0.1:${first}`],
    ['127.0.0.1:3001', `127.0.0.1:${second}`],
  ] as const;
  const webroot = join(folder, 'html');
  const fronts = {
    nginx: async () => {
      const site = join(folder, 'site.conf');
      const example = adapt('nginx.conf', [
        ...toNodes,
        [/ *listen \[::\].*\n/g, ''],
        ['listen 80;', `listen 127.0.0.1:${plainPort};`],
        ['listen 443', `listen 127.0.0.1:${publicPort}`],
        ['clinic.example;', 'localhost;'],
        ['/etc/letsencrypt/live/clinic.example', authority?.live ?? folder],
        ['/var/www/html', webroot],
        ['access_log /var/log/nginx/', `access_log ${logs}/`],
      ]);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (of) => `${of}_temp_path ${folder}/${of};`,
      );
      const main = `daemon off; pid ${folder}/nginx.pid; worker_rlimit_nofile 40000; events { worker_connections 20000; }`;
      const file = join(folder, 'nginx.conf');
      writeFileSync(file, `${main} http { ${paths.join(' ')} include ${site}; }`);
      const options = ['-p', folder, '-e', join(logs, 'error.log'), '-c', file];
      const reload = [...options, '-s', 'reload'];
      // As Debian's default site, with which nginx has port 80 before there is a certificate.
      mkdirSync(webroot);
      writeFileSync(join(webroot, 'index.html'), '');
      writeFileSync(site, `server { listen 127.0.0.1:${plainPort}; root ${webroot}; access_log off; }`);
      const nginx = start('nginx', options);
      await answers(`http://127.0.0.1:${plainPort}`);
      await authority?.getCertificate(webroot, `nginx ${reload.join(' ')}`);
      writeFileSync(site, example);
      run('nginx', ...reload);
      return nginx;
    },
    caddy: () => {
      const tls = authority
        ? `tls {\nissuer acme ${authority.directory} {\ntrusted_roots ${certificate}\n}\n}`
        : `tls ${certificate} ${key}`;
      const file = adapt('Caddyfile', [
        ...toNodes,
        [/^\{/gm, `{\nadmin off\nhttp_port ${plainPort}`],
        [/^clinic\.example \{/gm, `${publicUrl} {\n${tls}`],
      ]);
      writeFileSync(join(folder, 'Caddyfile'), file);
      const environment = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder };
      const log = openSync(join(logs, 'caddy.log'), 'a');
      const options = { env: environment, stdio: ['ignore', log, log] };
      return start('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], options);
    },
  };

  let isSetUp = false;
  for (const [name, begin] of Object.entries(fronts)) {
    if (!has(name)) {
      skipped.push(name);
      continue;
    }
    console.log(`Behind ${name}`);
    rmSync(logs, { recursive: true, force: true });
    mkdirSync(logs);
    const front = await begin();
    await answers(`${publicUrl}/readyz`);
    if (!isSetUp) {
      const done = await admin.post('/api/setup', { code, admin: founder, clinic });
      check('the set-up works', done.status === 200, done);
      isSetUp = true;
    }
    await checkFront(admin);
    if (name === 'nginx') await fillOneNetwork();
    await checkNoneFails('the nodes restart', new Agent({ keepAlive: true }), () => restartOneByOne(nodes));
    if (authority && name === 'nginx') {
      await checkNoneFails('the certificate is renewed and nginx loads it', new Agent(), async () => {
        const before = await servedCertificate();
        await authority.renew();
        await until(async () => (await servedCertificate()) !== before);
      });
    }
    await checkLogs(nodes);
    await end(front);
  }

  console.log('Metrics, backup and restore');
  const metrics = (token: string) =>
    fetch(`http://127.0.0.1:${first}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  check(
    'the token opens the metrics',
    (await (await metrics(METRICS_TOKEN)).text()).includes('openhours_request_seconds'),
  );
  check('another does not', !(await metrics('another')).ok);

  const backup = join(data, 'clinic.tar.gz');
  const command = async (file: string, of: string) => {
    // Not spawnSync: the address of the PostgreSQL cluster is in this process.
    const child = spawn('sh', inEnvironment(file, `${installed}/openhours ${of}`), { ...USER, cwd: data });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [status] = await once(child, 'close');
    check(`openhours ${of.split(' ')[0]}: ${said.split('\n')[0]}`, status === 0, said);
  };
  await command(settings, `backup ${backup}`);
  await ask(cluster.primary.port, 'create database restored owner openhours');
  for (const node of nodes) await end(node);
  const restored = settingsFor(cluster.url.replace(/openhours$/, 'restored'), 'restored.env');
  writeFileSync(restored, readFileSync(restored, 'utf8').replace(data, join(data, 'restored')));
  await command(restored, `restore ${backup}`);
  const node = start('sh', inEnvironment(restored, `env HOST=127.0.0.1 PORT=${first} ${installed}/openhours`), {
    ...USER,
    stdio: 'ignore',
  });
  await answers(`http://127.0.0.1:${first}/readyz`);
  const { body } = await admin.request('GET', '/api/session', { at: `http://127.0.0.1:${first}` });
  check('a restore ends all sessions', JSON.stringify(body) === '{"user":null}', body);
  await end(node);
  console.log(
    skipped.length === 0 ? '\nAll of it works.' : `\nWorks. Not tried, not installed: ${skipped.join(', ')}.`,
  );
} finally {
  await endAll();
  await cluster.stop();
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
