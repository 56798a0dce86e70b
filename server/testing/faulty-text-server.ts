import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';

/**
 * What goes wrong in one try:
 *
 * - `too-many`, `busy`: answers with 429 or 503, and has not taken it
 * - `failing`, `failing-after`: answers with 500, and has not taken it, or has
 * - `silent`, `cut-before`: has the request, loses it, and does not answer, or cuts the line
 * - `silent-after`, `cut-after`: takes the message, and does not answer, or cuts the line
 * - `slow`: answers late, but in time · `unreadable`: takes the message, and answers with something else
 */
export const TEXT_FAULTS = [
  'too-many',
  'busy',
  'failing',
  'failing-after',
  'silent',
  'cut-before',
  'silent-after',
  'cut-after',
  'slow',
  'unreadable',
] as const;
export type TextFault = (typeof TEXT_FAULTS)[number];

/** When the delivery of a message is reported. `early`: before the answer to its request. */
export const REPORTS = ['in-time', 'early', 'late', 'twice', 'never'] as const;
export type Reports = (typeof REPORTS)[number];

interface ReceivedText {
  readonly messageId: string;
  /** Whether a report of an earlier copy had been taken by then. */
  readonly wasReported: boolean;
}

/** A report as Twilio posts it. */
interface PostedReport {
  readonly search: string;
  readonly body: string;
  readonly headers: Headers;
}

export interface FaultyTextServer {
  readonly apiUrl: string;
  readonly received: readonly ReceivedText[];
  /** The messages whose delivery was reported, and the report taken. */
  readonly reported: ReadonlySet<string>;
  /** Posts the reports that are late. */
  reportLate(): Promise<void>;
  /** Refuses every connection until `open`, or answers 503 on each. */
  shut(how: 'refusing' | 'busy'): Promise<void>;
  open(): Promise<void>;
  stop(): Promise<void>;
}

const SLOW_MILLIS = 40;
const NOT_TAKEN: Partial<Record<TextFault, number>> = { 'too-many': 429, busy: 503, failing: 500 };

/** A provider with Twilio's protocol, in which what can go wrong does. It keeps the ids of the messages that it takes. */
export async function startFaultyTextServer(options: {
  authToken: string;
  reportUrl: string;
  faultOf: (messageId: string) => TextFault | undefined;
  reportsOf: (messageId: string) => Reports;
  /** Hands a report to the webhook. Returns whether it was taken. */
  report: (posted: PostedReport) => Promise<boolean>;
}): Promise<FaultyTextServer> {
  const { authToken, reportUrl, faultOf, reportsOf, report } = options;
  const received: ReceivedText[] = [];
  const reported = new Set<string>();
  const late: (() => Promise<void>)[] = [];
  const underWay = new Set<Promise<void>>();
  let isBusy = false;

  async function post(messageId: string, fields: Record<string, string>): Promise<void> {
    const search = `?message=${messageId}`;
    const signed = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const text = `${reportUrl}${search}${signed.flat().join('')}`;
    const signature = createHmac('sha1', authToken).update(text).digest('base64');
    const body = new URLSearchParams(fields).toString();
    const headers = new Headers({ 'x-twilio-signature': signature });
    if (await report({ search, body, headers })) reported.add(messageId);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Unset if the sender cut the line.
    const bytes = await request.toArray().catch(() => undefined);
    if (!bytes) return;
    const form = new URLSearchParams(bytes.join(''));
    const messageId = new URL(form.get('StatusCallback') ?? '').searchParams.get('message') ?? '';
    const say = (status: number, said: string) => void response.writeHead(status).end(said);
    if (isBusy) return say(503, '{}');
    const fault = faultOf(messageId);
    const refused = fault && NOT_TAKEN[fault];
    if (refused !== undefined) return say(refused, '{}');
    if (fault === 'silent') return;
    if (fault === 'cut-before') return void request.destroy();

    const sid = `SM${String(received.length).padStart(32, '0')}`;
    received.push({ messageId, wasReported: reported.has(messageId) });
    const reports = reportsOf(messageId);
    const tell = (status: string) =>
      post(messageId, { MessageSid: sid, MessageStatus: status, To: form.get('To') ?? '' });
    if (reports === 'early') await tell('sent');
    if (reports === 'late' || reports === 'twice') late.push(() => tell('delivered'));

    if (fault === 'failing-after') say(500, '{}');
    else if (fault === 'cut-after') request.destroy();
    else if (fault === 'unreadable') say(201, '<html>');
    else if (fault !== 'silent-after') {
      if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MILLIS));
      say(201, JSON.stringify({ sid, status: 'queued' }));
    }
    if (reports !== 'late' && reports !== 'never') await tell('delivered');
  }

  function listen(port?: number) {
    const listener = createServer((request, response) => {
      const answered = answer(request, response).finally(() => underWay.delete(answered));
      underWay.add(answered);
    });
    return startLocalServer(listener, port);
  }

  let server = await listen();
  return {
    apiUrl: server.url,
    received,
    reported,
    async reportLate() {
      await Promise.all(underWay);
      for (const tell of late.splice(0)) await tell();
    },
    async shut(how) {
      await server.close();
      isBusy = how === 'busy';
      if (isBusy) server = await listen(server.port);
    },
    async open() {
      await server.close();
      isBusy = false;
      server = await listen(server.port);
    },
    stop: () => server.close(),
  };
}
