import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { ConfigError } from '../config/config-error.ts';

/** Limits on clients, so that slow and idle ones do not keep others out. */
export interface ConnectionLimits {
  /** The deadline for the headers of a request. */
  readonly headersMillis: number;
  /** The deadline for a whole request, including its body. The answer may take longer, as live events do. */
  readonly requestMillis: number;
  /** How long a connection may wait for its next request. */
  readonly keepAliveMillis: number;
  /** How long a connection may be silent in both directions. The heartbeat of live events is more frequent. */
  readonly silenceMillis: number;
  /** How often the first two deadlines are checked: they may be exceeded by that much. */
  readonly checkMillis: number;
  readonly headerBytes: number;
  /** The maximum number of connections. Further ones are closed, so that file descriptors do not run out. */
  readonly connections: number;
}

const LIMITS: ConnectionLimits = {
  headersMillis: 15_000,
  // 10 MB, the largest upload, at 1 Mbit/s.
  requestMillis: 90_000,
  // Longer than the minute for which proxies keep a connection open: otherwise they would use one that is closing.
  keepAliveMillis: 65_000,
  silenceMillis: 120_000,
  checkMillis: 5_000,
  headerBytes: 16_384,
  connections: 20_000,
};

/**
 * Connections that the kernel keeps until the process has time for them. With Node's 511, a rush at the minute at which
 * appointments are opened makes browsers connect again and again, for up to a minute. Linux caps it at `somaxconn`, which
 * is 4096.
 */
const BACKLOG = 65535;

const FINISH_MILLIS = 10_000;

export interface Listening {
  readonly port: number;
  /**
   * Answers from now on with `Connection: close`. Otherwise a proxy may send a request on a connection that `finish` is
   * just closing, and must not send it to another node if it changes something.
   */
  endConnectionsAfterAnswers(): void;
  /** Stops accepting connections; open ones are closed after their answer, or after a while. */
  finish(): Promise<void>;
  /** Closes every connection at once. */
  cutOff(): Promise<void>;
}

/**
 * Serves requests on a port of this machine.
 *
 * @param place.host undefined for all addresses
 * @param place.answerAtOnce gets each request first, and returns whether it has answered it
 * @throws ConfigError if it cannot listen there
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  place: {
    readonly host: string | undefined;
    readonly port: number;
    readonly answerAtOnce?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  },
  limits: ConnectionLimits = LIMITS,
): Promise<Listening> {
  const { answerAtOnce = () => false } = place;
  const answer = getRequestListener(fetch);
  let isEnding = false;
  const server = createServer(
    {
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: limits.checkMillis,
      maxHeaderSize: limits.headerBytes,
    },
    (incoming, outgoing) => {
      if (isEnding) outgoing.shouldKeepAlive = false;
      if (!answerAtOnce(incoming, outgoing)) void answer(incoming, outgoing);
    },
  );
  server.setTimeout(limits.silenceMillis);
  server.maxConnections = limits.connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusalToListen(error, place)));
    const host = place.host === undefined ? {} : { host: place.host };
    server.listen({ port: place.port, backlog: BACKLOG, ...host }, resolve);
  });
  const address = server.address();
  const closed = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    port: typeof address === 'object' && address ? address.port : place.port,
    endConnectionsAfterAnswers() {
      isEnding = true;
    },
    async finish() {
      const done = closed();
      // A keep-alive connection would delay the shutdown until the client closes it.
      const idleTimer = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([done, sleep(FINISH_MILLIS, undefined, { ref: false })]);
      clearInterval(idleTimer);
    },
    async cutOff() {
      const done = closed();
      server.closeAllConnections();
      await done;
    },
  };
}

function refusalToListen(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string | undefined; readonly port: number },
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT: another program uses port ${port}. Stop it, or set PORT to another one.`);
    case 'EACCES':
      return new ConfigError(`PORT: this user may not listen on port ${port}. Set PORT to 1024 or more.`);
    case 'EADDRNOTAVAIL':
      return new ConfigError(`HOST: this machine has no address ${host}.`);
    default:
      return error;
  }
}
