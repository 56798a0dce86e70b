import { createServer } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { createSmtpSender } from './smtp.ts';

const from = () => 'Clinic <clinic@example.org>';
const log = pino({ level: 'silent' });
const SILENCE = 'silence';
const CUT = 'cut';

it('sends more emails at once than the server accepts connections, each with its own Message-ID', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  try {
    const sender = createSmtpSender({ smtpUrl: sandbox.smtpUrl, from, log });
    const ids = Array.from({ length: 250 }, (_, index) => `mail-${index}@clinic.example`);
    const to = 'pat@example.org';
    const outcomes = await Promise.all(
      ids.map((messageId) => sender.send({ to, subject: 'Hello', text: 'Good morning.', messageId })),
    );
    await sender.close();
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    const arrived = sandbox.mail.list(to).map(({ source }) => /^Message-ID: <(.*)>\r?$/im.exec(source)?.[1]);
    expect(arrived).toHaveLength(ids.length);
    expect(new Set(arrived)).toEqual(new Set(ids));
  } finally {
    await sandbox.stop();
  }
});

/** A mail server that gives these answers, each to one line of the client, the first as its greeting. */
async function answering(answers: readonly string[]) {
  const listener = createServer((socket) => {
    let next = 0;
    let received = '';
    const answer = () => {
      received = '';
      const says = answers[next++] ?? '421 Enough';
      if (says === CUT) socket.destroy();
      else if (says !== SILENCE) socket.write(`${says}\r\n`);
    };
    answer();
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString();
      // After 354 comes the whole email, which ends with a dot.
      const isEmail = answers[next - 1]?.startsWith('354') === true;
      if (received.endsWith(isEmail ? '\r\n.\r\n' : '\r\n')) answer();
    });
    socket.on('error', () => undefined);
  });
  const { port, close } = await startLocalServer(listener);
  return { host: `127.0.0.1:${port}`, close };
}

const hello = '250-mail.example\r\n250 AUTH PLAIN';
const ready = ['220 hi', hello, '235 ok'];
const REFUSED = 'The mail server refused the sender or the recipient. It answered: ';

it.each([
  ['accepts it', [...ready, '250 ok', '250 ok', '354 go on', '250 2.0.0 Queued'], 'accepted', '250 2.0.0 Queued'],
  [
    'refuses the password',
    ['220 hi', hello, '535 5.7.8 Authentication failed'],
    'unreachable',
    'The mail server refused the user name or password of SMTP_URL. It answered: 535 5.7.8 Authentication failed',
  ],
  ['refuses the sender', [...ready, '550 5.7.1 Not allowed'], 'unreachable', `${REFUSED}550 5.7.1 Not allowed`],
  ['takes nobody', ['554 5.3.2 Closed'], 'unreachable', 'The email could not be sent. It answered: 554 5.3.2 Closed'],
  [
    'does not know the recipient',
    [...ready, '250 ok', '550 5.1.1 No such person'],
    'refused',
    `${REFUSED}550 5.1.1 No such person`,
  ],
  [
    'does not relay',
    [...ready, '250 ok', '554 5.7.1 Relay access denied'],
    'refused-for-now',
    `${REFUSED}554 5.7.1 Relay access denied`,
  ],
  [
    'asks for a second try',
    [...ready, '250 ok', '450 4.2.0 Greylisted'],
    'refused-for-now',
    `${REFUSED}450 4.2.0 Greylisted`,
  ],
  [
    'refuses the text',
    [...ready, '250 ok', '250 ok', '354 go on', '550 5.6.0 Spam'],
    'refused',
    'The mail server refused the email. It answered: 550 5.6.0 Spam',
  ],
  [
    'is silent before it has the text',
    [...ready, '250 ok', SILENCE],
    'unreachable',
    'The mail server did not answer in time.',
  ],
  [
    'is silent once it has the text',
    [...ready, '250 ok', '250 ok', '354 go on', SILENCE],
    'unknown',
    'The mail server did not answer in time.',
  ],
  [
    'cuts the line once it has the text',
    [...ready, '250 ok', '250 ok', '354 go on', CUT],
    'unknown',
    'The mail server could not be reached, or closed the connection.',
  ],
] as const)('if the server %s, the outcome says so', async (_, answers, kind, said) => {
  const server = await answering(answers);
  const smtpUrl = `smtp://clinic:secret@${server.host}`;
  const sender = createSmtpSender({
    smtpUrl,
    from,
    log,
    deadlineMillis: answers.some((says) => says === SILENCE) ? 200 : 30_000,
  });
  expect(await sender.send({ to: 'pat@example.org', subject: 'Test', text: 'Hello.' })).toEqual({ kind, said });
  await sender.close();
  await server.close();
});

it('if there is no server, the outcome says so', async () => {
  const sender = createSmtpSender({ smtpUrl: 'smtp://127.0.0.1:9', from, log });
  expect(await sender.send({ to: 'pat@example.org', subject: 'Test', text: 'Hello.' })).toEqual({
    kind: 'unreachable',
    said: 'The mail server could not be reached, or closed the connection.',
  });
});
