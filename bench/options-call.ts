import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { addDays, dateAt } from '@openhours/server/features/schedule/index.ts';
import type { BenchClinic } from './bench-clinic.ts';
import { type PlainOption, startExpressClinic } from './express-clinic.ts';
import { loadOverHttp } from './http-load.ts';
import { type Contender, type Outcome, type RoundPlan, takeTurns } from './rounds.ts';
import { startBareServer } from './start-bare-server.ts';

export interface OptionsMeasurement {
  readonly young: BenchClinic;
  /** The same clinic with `pastBookings` past bookings. */
  readonly old: BenchClinic;
  readonly pastBookings: number;
  readonly connections: number;
  readonly plan: RoundPlan;
  readonly cleanUp: AsyncDisposableStack;
  readonly signal: AbortSignal;
}

/**
 * The options call for tomorrow: a bare `node:http` server with the same bytes, the real one, a plain Express server with
 * the same options, and the real one with past bookings.
 */
export async function measureOptionsCall(measurement: OptionsMeasurement): Promise<readonly Outcome[]> {
  const { young, old, pastBookings, connections, plan, cleanUp, signal } = measurement;
  const tomorrow = mediumDateFromIso(addDays(dateAt(new Date(), 'UTC'), 1));
  const path = `/api/v2/appointmentOptions?date=${encodeURIComponent(tomorrow)}`;
  const bare = await startBareServer(young.url + path);
  cleanUp.defer(() => bare.stop());

  const plain = await startExpressClinic(young, await optionsOf(young.url + path));
  cleanUp.defer(() => plain.stop());

  const contender = (
    name: string,
    at: { url: string; pid: number; databasePid?: number; path?: string },
  ): Contender => ({
    name,
    run: (seconds) =>
      loadOverHttp({
        url: at.url,
        connections,
        seconds,
        serverPid: at.pid,
        databasePid: at.databasePid,
        request: { method: 'GET', path: at.path ?? path },
        signal,
      }),
  });
  const real = ({ url, serverPid: pid, databasePid }: BenchClinic) => ({ url, pid, databasePid });
  return takeTurns(
    [
      contender('bare node:http, the same bytes', bare),
      contender('Openhours', real(young)),
      contender('plain Express + pg', {
        ...plain,
        databasePid: young.databasePid,
        path: `/appointmentOptions?date=${encodeURIComponent(tomorrow)}`,
      }),
      contender(`Openhours, ${pastBookings.toLocaleString('en')} past bookings`, real(old)),
    ],
    plan,
  );
}

/** What the call answers, as options of the plain server. */
async function optionsOf(url: string): Promise<readonly PlainOption[]> {
  const response = await fetch(url);
  const options = (await response.json()) as (Omit<PlainOption, 'id'> & { _id: string })[];
  return options.map(({ _id: id, name, price, slots }) => ({ id, name, price, slots }));
}
