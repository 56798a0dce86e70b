import { randomUUID } from 'node:crypto';
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { portOnceListening } from '../listen.ts';

/** The maximum size of a message in bytes. It is announced to the client, as by real servers. */
const maxMessageBytes = 2 * 1024 * 1024;

/** How many messages are kept; the oldest are dropped first. */
const maxMessages = 500;

/** The mailbox that does not exist, at any domain, as real servers have many. */
const unknownMailbox = 'no-such-person';

interface MailAttachment {
  name: string;
  type: string;
  content: Uint8Array;
}

/** A received message. */
export interface MailMessage {
  id: string;
  /** The From header, as 'Name <address>'. */
  from: string;
  /** The recipients in the SMTP envelope, in lower case: a header can be forged, the envelope cannot. */
  to: string[];
  subject: string;
  /** The plain text part; empty if there is none. */
  text: string;
  /** The HTML part as sent; empty if there is none. Untrusted. */
  html: string;
  /** When it arrived, ISO 8601 in UTC. */
  date: string;
  attachments: MailAttachment[];
  /** The whole message as received. */
  source: string;
}

export interface Inbox {
  smtpUrl: string;
  /** Newest first; with an address, only messages to it. */
  list(to?: string): MailMessage[];
  find(id: string): MailMessage | undefined;
  stop(): Promise<void>;
}

/**
 * Starts an SMTP server on the loopback interface that keeps messages in memory and delivers none. Accepts any sender
 * and password, and any recipient but `no-such-person`, so the product's SMTP client runs unchanged. Port 0 is any free port. Rejects if the port is
 * taken.
 */
export async function startInbox({ port, log }: { port: number; log: (line: string) => void }): Promise<Inbox> {
  const messages: MailMessage[] = [];

  const smtp = new SMTPServer({
    name: 'sandbox.localhost',
    banner: 'Openhours sandbox inbox: nothing leaves this machine',
    size: maxMessageBytes,
    maxClients: 100,
    authOptional: true,
    allowInsecureAuth: true,
    // Its built-in certificate is public and self-signed, so clients would refuse STARTTLS.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: ({ address }, _session, done) =>
      done(address.split('@')[0] === unknownMailbox ? new MailRefused(550, '5.1.1 No such person') : null),
    onData: (stream, session, done) => {
      receive(stream, session).then(
        (message) => {
          messages.unshift(message);
          messages.length = Math.min(messages.length, maxMessages);
          log(`mail to ${message.to.join(', ')}: ${message.subject}`);
          done(null, `kept as ${message.id}`);
        },
        (error: unknown) => done(asRefusal(error)),
      );
    },
  });

  // Without a listener, the 'error' event of a client that disconnects would end the process.
  smtp.on('error', (error: Error) => log(`mail: ${error.message}`));
  const smtpPort = await portOnceListening(smtp.listen(port, '127.0.0.1'), port);

  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    list: (to) => {
      const wanted = to?.trim().toLowerCase();
      return messages.filter((message) => wanted === undefined || message.to.includes(wanted));
    },
    find: (id) => messages.find((message) => message.id === id),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<MailMessage> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    // An oversized message must be read to its end before the reply, but is not kept.
    if (stream.sizeExceeded) chunks.length = 0;
    else if (chunk instanceof Uint8Array) chunks.push(chunk);
  }
  if (stream.sizeExceeded) throw new MailRefused(552, `The message is larger than ${maxMessageBytes} bytes.`);

  const source = Buffer.concat(chunks);
  const parsed = await PostalMime.parse(source);
  return {
    id: randomUUID(),
    from: parsed.from === undefined ? '' : writeAddress(parsed.from),
    to: session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase()),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    date: new Date().toISOString(),
    attachments: parsed.attachments.map(readAttachment),
    source: source.toString('utf8'),
  };
}

class MailRefused extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

function asRefusal(error: unknown): MailRefused {
  if (error instanceof MailRefused) return error;
  return new MailRefused(554, `The message cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

function writeAddress({ name, address }: Address): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}

function readAttachment({ filename, mimeType, content }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { name: filename ?? 'unnamed', type: mimeType, content: bytes };
}
