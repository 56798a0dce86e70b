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
