import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startSandbox } from '../../../testing/sandbox.ts';
import { createSmtpSender } from './smtp.ts';

it('delivers more emails than the server accepts connections, and waits for all of them on close', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  try {
    const logged: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
    const sender = createSmtpSender({ smtpUrl: sandbox.smtpUrl, from: () => 'Clinic <clinic@example.org>', log });
    const subjects = Array.from({ length: 250 }, (_, index) => `Mail ${index}`);
    for (const subject of subjects) sender.send({ to: 'pat@example.org', subject, text: 'Good morning.' });
    await sender.close();
    expect(logged).toEqual([]);
    const arrived = sandbox.mail.list('pat@example.org').map(({ subject }) => subject);
    expect(arrived.toSorted()).toEqual(subjects.toSorted());
  } finally {
    await sandbox.stop();
  }
});

/** A mail server that gives these answers, each to one line of the client, the first as its greeting. */
async function answering(answers: readonly string[]) {
  const server = createServer((socket) => {
    let next = 0;
    let received = '';
    const answer = () => {
      received = '';
      socket.write(`${answers[next++] ?? '421 Enough'}\r\n`);
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, close: () => server.close() };
}

const hello = '250-mail.example\r\n250 AUTH PLAIN';

it.each([
  [
    'accepts it',
    ['220 hi', hello, '235 ok', '250 ok', '250 ok', '354 go on', '250 2.0.0 Queued'],
    true,
    '250 2.0.0 Queued',
  ],
  [
    'refuses the password',
    ['220 hi', hello, '535 5.7.8 Authentication failed'],
    false,
    'The mail server refused the user name or password of SMTP_URL. It answered: 535 5.7.8 Authentication failed',
  ],
  [
    'refuses the sender',
    ['220 hi', hello, '235 ok', '550 5.7.1 Sender not allowed'],
    false,
    'The mail server refused the sender or the recipient. It answered: 550 5.7.1 Sender not allowed',
  ],
  ['takes nobody', ['554 5.3.2 Closed'], false, 'The email could not be sent. It answered: 554 5.3.2 Closed'],
])('an email that is waited for: if the server %s, the outcome says so', async (_, answers, isSent, said) => {
  const server = await answering(answers);
  const log = pino({ level: 'silent' });
  const smtpUrl = `smtp://clinic:secret@${server.host}`;
  const sender = createSmtpSender({ smtpUrl, from: () => 'Clinic <clinic@example.org>', log });
  expect(await sender.deliver({ to: 'pat@example.org', subject: 'Test', text: 'Hello.' })).toEqual({ isSent, said });
  await sender.close();
  server.close();
});

it('an email that is waited for: without a server, the outcome says so', async () => {
  const sender = createSmtpSender({
    smtpUrl: 'smtp://127.0.0.1:9',
    from: () => 'Clinic <clinic@example.org>',
    log: pino({ level: 'silent' }),
  });
  expect(await sender.deliver({ to: 'pat@example.org', subject: 'Test', text: 'Hello.' })).toEqual({
    isSent: false,
    said: 'The mail server could not be reached, or closed the connection.',
  });
});
