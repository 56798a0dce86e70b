import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PassingEvent } from '@openhours/contract/live.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { type Connection, createConnection } from './connection.ts';
import { type Channels, type Listener, NotListening, startListener } from './listener.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { frame, lastEventId, type OutboxEvent, restAfter, withoutRepeatedSlots } from './rules.ts';
import { findReach, listLiveSessions, listMissed } from './store.ts';

const HEARTBEAT_MILLIS = 15_000;
const MOST_CONNECTIONS = 10;
/** With more missed events than this, fetching again is cheaper for the client. */
const MOST_MISSED = 500;
const READ_AT_ONCE = 500;

export interface LiveHub extends Pick<Notifier, 'notify' | 'notified'> {
  /** Whether this person may open another connection on this node. */
  hasRoom(personId: string): boolean;
  /** Starts the stream on a response whose headers were sent. */
  connect(stream: {
    outgoing: ServerResponse;
    personId: string;
    sessionId: string;
    lastEventId: string | undefined;
  }): Promise<void>;
  /** Resolves when the node listens for notifications, or was stopped before. */
  ready(): Promise<void>;
  count(): number;
  /** Ends all streams; clients reconnect to another node. */
  stop(): Promise<void>;
}

/**
 * The live events of one node: its connections, by person, and one reader of the outbox for all of them, started with
 * the first connection. Every event up to `position` was sent to the connections of that time.
 */
export function createLiveHub(parts: {
  db: Database;
  /** Where a notification does not wait for a connection. */
  aside: Database;
  pool: pg.Pool;
  log: Logger;
  /** Somebody published an event, or may have. */
  onEvent: () => void;
  /** What else the connection listens for. */
  channels: Channels;
  heartbeatMillis?: number | undefined;
}): LiveHub {
  const { db, pool, log, onEvent, heartbeatMillis = HEARTBEAT_MILLIS } = parts;
  const notifier = createNotifier({ db: parts.aside, log });
  const connections = new Map<string, Set<Connection>>();
  const everyone = () => [...connections.values()].flatMap((of) => [...of]);
  let listener: Listener | undefined;
  let started: Promise<void> | undefined;
  let position: number | undefined;
  let heart: NodeJS.Timeout | undefined;
  const reading = { wanted: false, busy: false, stopped: false };

  async function start(): Promise<void> {
    const listening = startListener({
      pool,
      log,
      channels: {
        ...parts.channels,
        live_sessions_ended: (sessionId) => {
          if (sessionId === '') void checkSessions();
          else cutOff((one) => one.sessionId === sessionId);
        },
        live_events: () => {
          onEvent();
          wake();
        },
        live_passing: (passing) => {
          if (passing !== '') handOutPassing(passing);
        },
      },
    });
    listener = listening;
    await listening.started;
    while (position === undefined && !reading.stopped) {
      const at = await listening.settled().catch(() => sleep(restAfter(0)));
      if (at) position = at.settled;
    }
    if (reading.stopped) return;
    heart = setInterval(beat, heartbeatMillis).unref();
    wake();
  }

  function beat(): void {
    for (const one of everyone()) one.beat();
    // Covers notifications lost with their connection.
    wake();
    void checkSessions();
  }

  function wake(): void {
    reading.wanted = true;
    if (listener && position !== undefined && !reading.busy && !reading.stopped) void readAll(listener);
  }

  /** Reads and sends until there are no new events and no open transactions. Runs one at a time. */
  async function readAll(from: Listener): Promise<void> {
    reading.busy = true;
    try {
      while (reading.wanted && !reading.stopped) {
        reading.wanted = false;
        const { settled, drawn } = await from.settled();
        // A failover has lost the last events, and their numbers are given again: clients must fetch again.
        if (position !== undefined && position > drawn) {
          position = settled;
          for (const one of everyone()) one.end();
        }
        const before = position ?? settled;
        while (position !== undefined && position < settled) {
          const events = await from.read({ after: position, upTo: settled, limit: READ_AT_ONCE });
          handOut(events);
          const last = events.at(-1);
          position = events.length === READ_AT_ONCE && last ? last.id : settled;
        }
        // A transaction that is rolled back sends no notification.
        if (settled < drawn) reading.wanted = true;
        await sleep(restAfter(settled - before));
      }
    } catch (error) {
      if (!(error instanceof NotListening)) log.error({ err: error }, 'live events could not be read');
    } finally {
      reading.busy = false;
    }
  }

  function handOut(events: readonly OutboxEvent[]): void {
    for (const event of withoutRepeatedSlots(events)) {
      const to = event.audience === null ? everyone() : (connections.get(event.audience) ?? []);
      const text = frame({ id: event.id, data: event.event });
      for (const one of to) if (one.personId !== event.exceptFor) one.give(event, text);
    }
  }

  function handOutPassing(passing: string): void {
    // Only our own functions notify on this channel.
    const { to, event } = JSON.parse(passing) as { to: string[]; event: PassingEvent };
    for (const one of to.flatMap((personId) => [...(connections.get(personId) ?? [])])) one.givePassing(event);
  }

  function cutOff(which: (connection: Connection) => boolean): void {
    for (const one of everyone().filter(which)) {
      one.givePassing({ type: 'signedOut' });
      one.end();
    }
  }

  async function checkSessions(of: readonly Connection[] = everyone()): Promise<void> {
    const asked = new Set(of.map(({ sessionId }) => sessionId));
    if (asked.size === 0) return;
    try {
      const alive = await listLiveSessions(db, [...asked], new Date());
      cutOff(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId));
    } catch (error) {
      log.warn({ err: error }, 'sessions of live connections could not be checked');
    }
  }

  /** Where a connection resumes, and the events that it missed up to this node's position. */
  async function findStart({ personId, given, upTo }: { personId: string; given: string | undefined; upTo: number }) {
    const afresh = { position: upTo, resumed: false, missed: [] };
    const after = lastEventId(given);
    if (after === undefined) return afresh;
    const { oldest, drawn } = await findReach(db);
    // Older than the outbox, or from another database.
    if (after > drawn || after < (oldest ?? after + 1) - 1) return afresh;
    if (after >= upTo) return { position: after, resumed: true, missed: [] };
    const missed = await listMissed(db, { personId, after, upTo, limit: MOST_MISSED });
    return missed.length > MOST_MISSED ? afresh : { position: after, resumed: true, missed };
  }

  return {
    hasRoom: (personId) => (connections.get(personId)?.size ?? 0) < MOST_CONNECTIONS,
    async connect({ outgoing, personId, sessionId, lastEventId: given }) {
      // The session may have ended meanwhile, and that notification has passed.
      if (outgoing.destroyed) return;
      const one = createConnection({ outgoing, personId, sessionId });
      const theirs = connections.get(personId) ?? new Set();
      connections.set(personId, theirs.add(one));
      outgoing.once('close', () => {
        theirs.delete(one);
        if (theirs.size === 0 && connections.get(personId) === theirs) connections.delete(personId);
      });
      // From here on it gets new events, queued until the missed ones are known.
      try {
        await one.open(await findStart({ personId, given, upTo: position ?? 0 }));
        // The session may have ended between the lookup and the registration here.
        if (reading.stopped) one.end();
        else await checkSessions([one]);
      } catch (error) {
        log.warn({ err: error }, 'a live connection could not be started');
        outgoing.destroy();
      }
    },
    notify: notifier.notify,
    notified: () => notifier.notified(),
    ready: () => (started ??= start()),
    count: () => everyone().length,
    async stop() {
      reading.stopped = true;
      notifier.stop();
      clearInterval(heart);
      for (const one of everyone()) one.end();
      await listener?.stop();
    },
  };
}
