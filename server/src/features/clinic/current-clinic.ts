import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import type { Logger } from 'pino';
import { countryOfZone, isPhoneCountry } from '../../config/phone-country.ts';
import type { Database } from '../../database/database.ts';
import { listClinicHours, listTreatments } from '../schedule/index.ts';
import { schemaOpeningHours } from './opening-text.ts';
import { presentFacts } from './presenter.ts';
import { findClinic, isOpen } from './store.ts';

/** What public pages say about the clinic. Never changed: a change makes a new one. */
export interface ShownClinic extends Omit<ClinicFacts, 'version'> {
  /** The demo clinic shows the specification's texts, too. */
  readonly isDemo: boolean;
  /** What can be booked, in the clinic's order. */
  readonly treatments: readonly { readonly name: string; readonly description: string }[];
  /** 'Mo-Fr 09:00-17:00' */
  readonly schemaOpeningHours: readonly string[];
}

/** The clinic as this node knows it: at most a second behind the database. */
export interface CurrentClinic {
  readonly name: string;
  readonly timeZone: string;
  /** ISO 4217, for new prices. */
  readonly currency: string;
  /** ISO 3166: the country whose phone numbers need no country code, and whose holidays are offered. */
  readonly phoneCountry: string | undefined;
  readonly shown: ShownClinic;
  /** Reads it again. A call while it is being read reads it once more. */
  refresh(): Promise<void>;
}

interface Settings {
  readonly demo: boolean;
  readonly clinicTimeZone: string;
  readonly phoneCountry: string | undefined;
}

/** Reads the clinic, and keeps it for everything that does not ask the database. */
export async function loadCurrentClinic({
  db,
  settings,
  log,
}: {
  db: Database;
  settings: Settings;
  log: Logger;
}): Promise<CurrentClinic> {
  let shown = await findShown(db, settings);
  let reading: Promise<void> | undefined;
  let isStale = false;

  async function readUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        shown = await findShown(db, settings);
      } catch (error) {
        // The listener's next connection asks again.
        log.warn({ err: error }, "the clinic's facts could not be read");
      }
    }
  }

  return {
    get name() {
      return shown.name;
    },
    get timeZone() {
      return shown.timeZone;
    },
    get currency() {
      return shown.currency;
    },
    get phoneCountry() {
      return phoneCountryOf(shown, settings);
    },
    get shown() {
      return shown;
    },
    refresh() {
      isStale = true;
      reading ??= readUntilFresh().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

/** The hours of a demo clinic that has set none: those of the specification. */
const DEMO_HOURS = ['Mo-Su 09:00-17:00'];

async function findShown(db: Database, { demo: isDemo }: Settings): Promise<ShownClinic> {
  const [row, hours, treatments, open] = await Promise.all([
    findClinic(db),
    listClinicHours(db),
    listTreatments(db, { which: 'active' }),
    isOpen(db),
  ]);
  return {
    ...presentFacts(row, { hours, open }),
    isDemo,
    treatments: treatments.map(({ name, description }) => ({ name, description })),
    schemaOpeningHours: hours.length === 0 && isDemo ? DEMO_HOURS : schemaOpeningHours(hours),
  };
}

function phoneCountryOf({ country, timeZone }: ShownClinic, settings: Settings): string | undefined {
  if (isPhoneCountry(country)) return country;
  return timeZone === settings.clinicTimeZone ? settings.phoneCountry : countryOfZone(timeZone);
}
