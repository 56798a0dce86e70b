import type pg from 'pg';
import { inGroups } from '../database/in-groups.ts';

/** An attempt, by the counter that it counts in. */
interface Attempted {
  readonly key: string;
  /** How long the counter lasts if it begins with this attempt. */
  readonly seconds: number;
}

interface Counted {
  /** How many attempts the counter has with this one. */
  readonly points: number;
  /** In how many milliseconds the counter ends. */
  readonly millisLeft: number;
}

const MOST_TOGETHER = 100;

/**
 * Two nodes that count in the same counters lock them in the same order. The commit does not wait for the disk: if
 * PostgreSQL crashes, the attempts of the last second may not be counted.
 */
const COUNT = `
  with asynchronous as materialized (select set_config('synchronous_commit', 'off', true))
  insert into rate_limits as counter (key, points, ends_at)
    select key, points, now() + seconds * interval '1 second'
    from asynchronous, unnest($1::text[], $2::int[], $3::int[]) as attempted (key, points, seconds)
    order by key
  on conflict (key) do update set
    points = excluded.points + case when counter.ends_at > now() then counter.points else 0 end,
    ends_at = case when counter.ends_at > now() then counter.ends_at else excluded.ends_at end
  returning key, points, extract(epoch from ends_at - now())::float * 1000 as "millisLeft"`;

/**
 * Counts attempts in PostgreSQL, in counters that all nodes share. A counter begins with the first attempt after its end.
 * Nearly every change is counted, so the attempts of one moment share a statement.
 */
export function countingAttempts(pool: pg.Pool): (attempted: Attempted) => Promise<Counted> {
  return inGroups(
    async (attempts: readonly Attempted[]) => {
      const byKey = Map.groupBy(attempts, ({ key }) => key);
      const groups = [...byKey.values()];
      const values = [[...byKey.keys()], groups.map(({ length }) => length), groups.map(([one]) => one?.seconds)];
      const { rows } = await pool.query<Counted & { key: string }>({ name: 'count_attempts', text: COUNT, values });
      const counters = new Map(rows.map((counter) => [counter.key, counter]));
      return attempts.map((attempted) => {
        const counter = counters.get(attempted.key);
        const group = byKey.get(attempted.key);
        if (!counter || !group) throw new Error('An attempt was not counted');
        // Those after it in the group are not counted yet.
        return { ...counter, points: counter.points - group.length + group.indexOf(attempted) + 1 };
      });
    },
    { most: MOST_TOGETHER },
  );
}

const TAKE_BACK = 'update rate_limits set points = points - 1 where key = $1 and points > 0 and ends_at > now()';

/** Takes an attempt back, unless its counter has ended. */
export async function takeBackAttempt(pool: pg.Pool, key: string): Promise<void> {
  await pool.query({ name: 'take_back_attempt', text: TAKE_BACK, values: [key] });
}
