import { createServer } from 'node:http';
import type { ConnectionParameters } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { serveChild } from './serve-child.ts';

/**
 * What a developer would write in an afternoon with the documentation of Express and `pg`, and no more than is needed so
 * that nobody books a slot twice: a JWT, one select, one insert against a unique key. It has no sessions to end, no
 * opening hours, holds, payments, messages or events. Its parent sends the settings and receives the port. It ends with
 * its parent.
 */
export interface ExpressSettings {
  readonly connection: ConnectionParameters;
  readonly secret: string;
}

interface Option {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly slots: readonly string[];
}

function start({ connection, secret }: ExpressSettings): void {
  const pool = new pg.Pool({ ...connection, max: 20 });
  const app = express();
  app.use(express.json());

  app.get('/appointmentOptions', async (request, response) => {
    const { date } = request.query;
    const { rows: options } = await pool.query<Option>(
      'select id, name, price, slots from plain.options order by name',
    );
    const { rows: booked } = await pool.query<{ option_id: string; slot: string }>(
      'select option_id, slot from plain.bookings where date = $1',
      [date],
    );
    response.json(
      options.map((option) => {
        const taken = booked.filter(({ option_id }) => option_id === option.id).map(({ slot }) => slot);
        return { ...option, slots: option.slots.filter((slot) => !taken.includes(slot)) };
      }),
    );
  });

  app.post('/bookings', async (request, response) => {
    let caller: jwt.JwtPayload | string;
    try {
      caller = jwt.verify(request.headers.authorization?.replace('Bearer ', '') ?? '', secret);
    } catch {
      response.status(401).json({ message: 'unauthorized access' });
      return;
    }
    const { optionId, date, slot } = request.body as Record<'optionId' | 'date' | 'slot', string>;
    const { rows } = await pool.query<Option>('select id, name, price, slots from plain.options where id = $1', [
      optionId,
    ]);
    const [option] = rows;
    if (!option?.slots.includes(slot)) {
      response.status(400).json({ message: 'There is no such slot.' });
      return;
    }
    try {
      const inserted = await pool.query<{ id: string }>(
        'insert into plain.bookings (option_id, patient, date, slot, price) values ($1, $2, $3, $4, $5) returning id',
        [option.id, caller.sub, date, slot, option.price],
      );
      response.json({ acknowledged: true, insertedId: inserted.rows[0]?.id });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error;
      response.status(409).json({ message: 'This slot is taken.' });
    }
  });

  serveChild(createServer(app));
}

process.once('message', start);
