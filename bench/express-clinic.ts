import { fileURLToPath } from 'node:url';
import jwt from 'jsonwebtoken';
import type { BenchClinic } from './bench-clinic.ts';
import type { ExpressSettings } from './express-server.ts';
import { type ChildServer, startChildServer } from './start-child-server.ts';

const PROGRAM = fileURLToPath(new URL('express-server.ts', import.meta.url));
const SECRET = 'a secret that only the plain server knows';

export interface PlainOption {
  readonly id: string;
  readonly name: string;
  /** In major units. */
  readonly price: number;
  readonly slots: readonly string[];
}

/**
 * A plain Express server (`express-server.ts`) with these options, in tables of its own in a clinic's database: the same
 * PostgreSQL, and the same durability.
 */
export async function startExpressClinic(clinic: BenchClinic, options: readonly PlainOption[]): Promise<ChildServer> {
  const { pool } = clinic.database;
  await pool.query(`
    drop schema if exists plain cascade;
    create schema plain;
    create table plain.options (id uuid primary key, name text not null, price integer not null, slots text[] not null);
    create table plain.bookings (
      id uuid primary key default gen_random_uuid(),
      option_id uuid not null references plain.options,
      patient uuid not null,
      date text not null,
      slot text not null,
      price integer not null,
      booked_at timestamptz not null default now(),
      unique (option_id, date, slot)
    );
    create index on plain.bookings (date);`);
  for (const { id, name, price, slots } of options) {
    await pool.query('insert into plain.options values ($1, $2, $3, $4)', [id, name, price, slots]);
  }
  const settings: ExpressSettings = { connection: clinic.connection, secret: SECRET };
  return startChildServer(PROGRAM, settings);
}

/** The plain server's token for a patient, as its login would give it. */
export function plainToken(personId: string): string {
  return jwt.sign({}, SECRET, { subject: personId, expiresIn: '15m' });
}
