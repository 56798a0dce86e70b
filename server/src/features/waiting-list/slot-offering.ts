import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';
import type { Scope } from './candidate-store.ts';
import { endClosedEntries } from './end-closed-entries.ts';
import { endEntriesThatAreOver, expireOffers } from './expiry-store.ts';
import { offerSlots } from './offer-slots.ts';

export const OFFER_JOB = 'offer-slots';

/** With more calendars and days than this, looking everywhere is cheaper. */
const MOST_PLACES = 20;
/** How long a stop waits for the look in progress. What it did not commit, the next look does again. */
const STOP_MILLIS = 5_000;

/** The offering of free slots by one node. */
interface SlotOffering {
  /** Ends what is over, and offers everything that is free to those who wait for it. */
  run(): Promise<void>;
  /** Looks where time was freed, if the node has started: a calendar's id and a day, or everywhere. */
  wake(place: string): void;
  start(): void;
  /** Looks nowhere else, and waits a few seconds for the look in progress. */
  stop(): Promise<void>;
  /** Looks everywhere every minute: for what the clock changes, and for what a node did not look at because it died. */
  readonly job: JobHandler;
}

/**
 * Offers slots when the database says that time was freed or hours changed (`time_freed`, `schedule_changed`), and every minute
 * whatever was said. Nothing is lost with a notification: what is free and who waits is in the tables.
 */
export function createSlotOffering(parts: {
  db: Database;
  clinic: ClinicClock;
  now: () => Date;
  log: Logger;
}): SlotOffering {
  const { db, clinic, now: clock, log } = parts;
  const node = { isStarted: false, isStopped: false };
  const places = new Set<string>();
  let running: Promise<void> | undefined;

  async function lookEverywhere(): Promise<void> {
    const now = clock();
    const { timeZone } = clinic;
    await endEntriesThatAreOver(db, { today: dateAt(now, timeZone), now });
    await endClosedEntries(db, now);
    await expireOffers(db, now);
    await offerSlots(db, { scope: 'everywhere', timeZone, now });
  }

  async function look(wanted: readonly string[]): Promise<void> {
    if (wanted.includes('')) return lookEverywhere();
    for (const place of wanted) {
      await offerSlots(db, { scope: scopeOf(place), timeZone: clinic.timeZone, now: clock() });
    }
  }

  async function lookWhileWanted(): Promise<void> {
    while (places.size > 0 && !node.isStopped) {
      const wanted = [...places];
      places.clear();
      await look(wanted).catch((error: unknown) => log.error({ err: error }, 'free slots could not be offered'));
    }
    running = undefined;
  }

  const wake = (place: string) => {
    if (!node.isStarted || node.isStopped) return;
    places.add(place);
    if (places.size > MOST_PLACES) {
      places.clear();
      places.add('');
    }
    running ??= lookWhileWanted();
  };

  return {
    run: lookEverywhere,
    wake,
    start() {
      node.isStarted = true;
      wake('');
    },
    async stop() {
      node.isStopped = true;
      await Promise.race([running, sleep(STOP_MILLIS, undefined, { ref: false })]);
    },
    job: { name: OFFER_JOB, cron: '* * * * *', work: async () => wake('') },
  };
}

/** '{calendar} {day}', as the trigger writes it. */
function scopeOf(place: string): Scope {
  const [calendarId = '', day = ''] = place.split(' ');
  return { calendarId, day };
}
