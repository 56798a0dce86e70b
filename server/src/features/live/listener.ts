import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { endOrDestroy } from '../../database/end-or-destroy.ts';
import type { OutboxEvent } from './rules.ts';

const FIRST_WAIT_MILLIS = 50;
const LONGEST_WAIT_MILLIS = 2000;
const QUERY_MILLIS = 5000;

/** What to do with the notifications of each channel. Also called with '' after every (re)connection: some may be lost. */
export type Channels = Readonly<Record<string, (payload: string) => void>>;

/** A node's one listening connection. It reconnects by itself. */
export interface Listener {
  /** Resolves when it listens for the first time, or was stopped before. */
  readonly started: Promise<void>;
  /** Up to which id the outbox is settled, and the last id given out. */
  settled(): Promise<{ settled: number; drawn: number }>;
  read(range: { after: number; upTo: number; limit: number }): Promise<readonly OutboxEvent[]>;
  stop(): Promise<void>;
}

/**
 * Listens on its own connection with the pool's settings (poolers by transaction do not support LISTEN). The outbox is
 * read on it too, so every read shows that the connection works.
 */
export function startListener({ pool, log, channels }: { pool: pg.Pool; log: Logger; channels: Channels }): Listener {
  const started = Promise.withResolvers<void>();
  let client: pg.Client | undefined;
  const state = { stopped: false };

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...pool.options,
      // The pool's password is not enumerable.
      password: pool.options.password,
      application_name: 'openhours live',
      keepAlive: true,
      query_timeout: QUERY_MILLIS,
    });
    fresh.on('error', () => undefined);
    fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    try {
      await fresh.connect();
      // Otherwise PostgreSQL may keep the plan that it made while live_events had few rows, and read the whole table each time.
      await fresh.query('set enable_seqscan = off');
      await fresh.query(
        Object.keys(channels)
          .map((channel) => `listen ${channel}`)
          .join('; '),
      );
      return fresh;
    } catch (error) {
      void endOrDestroy(fresh);
      throw error;
    }
  }

  async function keepConnected(): Promise<void> {
    for (let wait = FIRST_WAIT_MILLIS; !state.stopped; ) {
      try {
        const fresh = await connect();
        const lost = new Promise((resolve) => fresh.once('end', resolve));
        if (state.stopped) return void endOrDestroy(fresh);
        client = fresh;
        wait = FIRST_WAIT_MILLIS;
        started.resolve();
        for (const take of Object.values(channels)) take('');
        await lost;
        client = undefined;
        if (!state.stopped) log.warn('the connection that listens for live events broke');
      } catch (error) {
        log.warn({ err: error }, 'live events cannot be listened for at the moment');
      }
      if (!state.stopped) await sleep(wait, undefined, { ref: false });
      wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS);
    }
  }

  /** Queries the listening connection, and replaces it if it does not answer. */
  async function ask<Row extends pg.QueryResultRow>(query: { name: string; text: string; values: unknown[] }) {
    const current = client;
    if (!current) throw new NotListening('There is no listening connection');
    try {
      return (await current.query<Row>(query)).rows;
    } catch (error) {
      void endOrDestroy(current);
      throw new NotListening('The listening connection failed', { cause: error });
    }
  }

  void keepConnected();

  return {
    started: started.promise,
    async settled() {
      const [row] = await ask<{ settled: string; drawn: string }>({
        name: 'live_events_settled',
        text: 'select settled, drawn from live_events_settled()',
        values: [],
      });
      return { settled: Number(row?.settled ?? 0), drawn: Number(row?.drawn ?? 0) };
    },
    async read({ after, upTo, limit }) {
      const rows = await ask<Omit<OutboxEvent, 'id'> & { id: string }>({
        name: 'live_events_read',
        text: 'select id, audience, except_for as "exceptFor", event from live_events where id > $1 and id <= $2 order by id limit $3',
        values: [after, upTo, limit],
      });
      return rows.map((row) => ({ ...row, id: Number(row.id) }));
    },
    async stop() {
      state.stopped = true;
      started.resolve();
      const current = client;
      client = undefined;
      if (current) await endOrDestroy(current);
    },
  };
}

/** There is no connection now; a new one is being opened and will notify. */
export class NotListening extends Error {
  override name = 'NotListening';
}
