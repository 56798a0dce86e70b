import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { scheduleChanges } from '../../database/schema/schedule.ts';

/**
 * What a node knows about committed changes of what free slots are made of, on any node. Changes are numbered as this
 * node notices them: data that was read when the last number was 7 is out of date once its day has a higher number.
 */
interface ScheduleChanges {
  /**
   * Resolves when this node has noticed all that had been committed before the last `suspect`, and all that was
   * committed more than `trustMillis` ago.
   *
   * @throws if the database does not answer
   */
  confirm(): Promise<void>;
  /** Whether `confirm` would have nothing to do. */
  isConfirmed(): boolean;
  /** Looks again before the last look is too old. */
  renew(): void;
  /** Something may have changed: the next `confirm` looks. */
  suspect(): void;
  /** The number of the last change. */
  last(): number;
  /** The number of the last change of what all days have in common. */
  lastOfEveryDay(): number;
  /** The number of the last change of a day, 'YYYY-MM-DD'. */
  lastOfDay(day: string): number;
  /** The snapshot (`pg_snapshot`) of the last look, which saw every change noticed so far; none before the first one. */
  snapshot(): string | undefined;
}

/** Old changes are deleted after a day (`database/retention.ts`). */
const LONGEST_PAUSE_MILLIS = 3_600_000;
/** With more changed days than this, every day counts as changed, and none needs to be remembered. */
const MOST_DAYS = 1000;

interface Look {
  readonly startedAt: number;
  readonly suspicions: number;
}

/**
 * Reads which days were changed. Every transaction that is visible now and was not visible at the last look is new,
 * whatever the order in which transactions commit: nothing is locked, and a lost notification loses no change.
 *
 * @param parts.trustMillis how long a look is trusted if nobody suspects a change
 */
export function watchScheduleChanges({ db, trustMillis }: { db: Database; trustMillis: number }): ScheduleChanges {
  let suspicions = 0;
  let lastLook: Look = { startedAt: Number.NEGATIVE_INFINITY, suspicions: -1 };
  let snapshot: string | undefined;
  let looking: Promise<void> | undefined;
  let last = 0;
  let lastOfEveryDay = 0;
  const lastOfDay = new Map<string, number>();

  const age = () => performance.now() - lastLook.startedAt;

  function noticeEveryDay(): void {
    last += 1;
    lastOfEveryDay = last;
    lastOfDay.clear();
  }

  function notice(days: readonly (string | null)[]): void {
    if (days.includes(null) || lastOfDay.size + days.length > MOST_DAYS) noticeEveryDay();
    else if (days.length > 0) {
      last += 1;
      for (const day of days) if (day !== null) lastOfDay.set(day, last);
    }
  }

  async function look(): Promise<void> {
    const started: Look = { startedAt: performance.now(), suspicions };
    try {
      if (age() > LONGEST_PAUSE_MILLIS) snapshot = undefined;
      const found = await listChanges(db, snapshot);
      if (snapshot === undefined) noticeEveryDay();
      else notice(found.days);
      snapshot = found.snapshot;
      lastLook = started;
    } catch (error) {
      // After a failover, other transactions may have the same numbers.
      snapshot = undefined;
      throw error;
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    async confirm() {
      const wanted: Look = { startedAt: performance.now() - trustMillis, suspicions };
      // A look that began before may have missed a change.
      while (lastLook.suspicions < wanted.suspicions || lastLook.startedAt < wanted.startedAt) await lookOnce();
    },
    isConfirmed: () => lastLook.suspicions === suspicions && age() < trustMillis,
    renew() {
      if (looking === undefined && age() > trustMillis / 2) lookOnce().catch(() => undefined);
    },
    suspect() {
      suspicions += 1;
    },
    last: () => last,
    lastOfEveryDay: () => lastOfEveryDay,
    lastOfDay: (day) => lastOfDay.get(day) ?? lastOfEveryDay,
    snapshot: () => snapshot,
  };
}

/** The changes of transactions that are visible now but not in `since`. Rows of a restored backup are left out. */
async function listChanges(
  db: Database,
  since: string | undefined,
): Promise<{ snapshot: string; days: readonly (string | null)[] }> {
  const { rows } = await db.execute<{ snapshot: string; days: (string | null)[] }>(sql`
    select pg_current_snapshot()::text as snapshot, array(
      select distinct day::text from ${scheduleChanges}
      where transaction >= pg_snapshot_xmin(${since ?? null}::pg_snapshot)
        and transaction < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(transaction, ${since ?? null}::pg_snapshot)) as days`);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL returned no snapshot');
  return row;
}
