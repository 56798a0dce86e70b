import { createServer, type Socket } from 'node:net';
import { startLocalServer } from './local-server.ts';

/**
 * What goes wrong in one try:
 *
 * - `greylisted`, `unknown-recipient`, `spam`: answers with 450, 550 or 554
 * - `silent`: does not answer before it has the text · `slow`: answers late, but in time
 * - `silent-after`, `cut-after`: takes the email, and does not answer, or cuts the line
 * - `cut-before`: has the text, loses it, and cuts the line
 * - `closing`: 421, and ends the connection
 */
export const MAIL_FAULTS = [
  'greylisted',
  'silent',
  'slow',
  'silent-after',
  'cut-after',
  'cut-before',
  'closing',
] as const;
export type MailFault = (typeof MAIL_FAULTS)[number] | 'unknown-recipient' | 'spam';

interface ReceivedMail {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
}

export interface FaultyMailServer {
  readonly smtpUrl: string;
  readonly received: readonly ReceivedMail[];
  /** Refuses every connection until `open`, or is silent on each. */
  shut(how: 'refusing' | 'silent'): Promise<void>;
  open(): Promise<void>;
  stop(): Promise<void>;
}

const SLOW_MILLIS = 40;

/** A mail server in which what can go wrong does. It keeps what it takes. */
export async function startFaultyMailServer(options: {
  /** What goes wrong in this try, which begins with this recipient. */
  faultOf?: (to: string) => MailFault | undefined;
}): Promise<FaultyMailServer> {
  const { faultOf = () => undefined } = options;
  const received: ReceivedMail[] = [];
  let isSilent = false;

  function converse(socket: Socket): void {
    socket.on('error', () => undefined);
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let to = '';
    let fault: MailFault | undefined;
    let isText = false;
    let buffer = '';
    if (!isSilent) say('220 faulty.example');
    socket.on('data', (bytes: Buffer) => {
      buffer += bytes.toString();
      for (;;) {
        const end = isText ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(end);
        if (at < 0) return;
        const piece = buffer.slice(0, at);
        buffer = buffer.slice(at + end.length);
        if (isText) takeText(piece);
        else takeCommand(piece);
      }
    });

    function takeCommand(line: string): void {
      const [command = ''] = line.toUpperCase().split(/[ :]/);
      if (command === 'EHLO') say('250 faulty.example');
      else if (command === 'MAIL' || command === 'RSET') say('250 2.0.0 Fine');
      else if (command === 'RCPT') takeRecipient(/<(.*)>/.exec(line)?.[1] ?? '');
      else if (command === 'DATA') {
        isText = true;
        say('354 Go on');
      } else if (command === 'QUIT') socket.end('221 2.0.0 Bye\r\n');
      else say('500 5.5.1 What?');
    }

    function takeRecipient(address: string): void {
      to = address;
      fault = faultOf(to);
      if (fault === 'silent') return;
      if (fault === 'greylisted') say('450 4.2.0 Try again later');
      else if (fault === 'unknown-recipient') say('550 5.1.1 No such person');
      else if (fault === 'closing') socket.end('421 4.3.2 Closing\r\n');
      else say('250 2.1.5 Fine');
    }

    function takeText(text: string): void {
      isText = false;
      if (fault === 'spam') return say('554 5.6.0 Spam');
      if (fault === 'cut-before') return void socket.destroy();
      const messageId = /^message-id: <(.*)>/im.exec(text)?.[1] ?? '';
      received.push({ to, messageId, text });
      if (fault === 'silent-after') return undefined;
      if (fault === 'cut-after') return void socket.destroy();
      const answer = () => say('250 2.0.0 Taken');
      return fault === 'slow' ? void setTimeout(answer, SLOW_MILLIS) : answer();
    }
  }

  const listen = (port?: number) => startLocalServer(createServer(converse), port);
  let server = await listen();
  return {
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    received,
    async shut(how) {
      await server.close();
      isSilent = how === 'silent';
      if (isSilent) server = await listen(server.port);
    },
    async open() {
      await server.close();
      isSilent = false;
      server = await listen(server.port);
    },
    stop: () => server.close(),
  };
}
