import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import type { LegalText } from '@openhours/contract/legal-text-kinds.ts';
import type { Logger } from 'pino';
import { countryOfZone, isPhoneCountry } from '../../config/phone-country.ts';
import type { Database } from '../../database/database.ts';
import { type ClinicTimetable, findTimetableAhead, listTreatments } from '../schedule/index.ts';
import { schemaOpeningHours } from './opening-text.ts';
import { presentFacts } from './presenter.ts';
import { findClinic, findLegalTexts, isOpen } from './store.ts';

/** What public pages show about the clinic. Immutable: `refresh` replaces it. */
export interface ShownClinic extends Omit<ClinicFacts, 'version'> {
  /** Whether this is the demo clinic, which also shows the specification's texts. */
  readonly isDemo: boolean;
  /** The active treatments, in the clinic's order. */
  readonly treatments: readonly {
    readonly name: string;
    readonly description: string;
    /** Whether a doctor offers it. */
    readonly isOffered: boolean;
  }[];
  /** Opening hours in the format of schema.org, like 'Mo-Fr 09:00-17:00'. */
  readonly schemaOpeningHours: readonly string[];
  /** When the clinic is open on the days that can be booked. */
  readonly timetable: ClinicTimetable;
  /** Those that the clinic has not written are empty. */
  readonly legal: Readonly<Record<LegalText, string>>;
}

/** This node's copy of the clinic's facts. A change in the database normally reaches it within a second. */
export interface CurrentClinic {
  readonly name: string;
  readonly timeZone: string;
  /** ISO 4217 code of the currency for new prices. */
  readonly currency: string;
  /** ISO 3166 code of the country whose phone numbers need no country code and whose holidays are offered. */
  readonly phoneCountry: string | undefined;
  readonly shown: ShownClinic;
  /** Reads the facts from the database. A call during a read starts another read after it. */
  refresh(): Promise<void>;
}

interface Settings {
  readonly demo: boolean;
  readonly clinicTimeZone: string;
  readonly phoneCountry: string | undefined;
}

/** Loads the clinic's facts and keeps them in memory, for callers that do not query the database. */
export async function loadCurrentClinic({
  db,
  settings,
  now,
  log,
}: {
  db: Database;
  settings: Settings;
  now: () => Date;
  log: Logger;
}): Promise<CurrentClinic> {
  let shown = await findShown(db, { settings, now: now() });
  let reading: Promise<void> | undefined;
  let isStale = false;

  async function readUntilFresh(): Promise<void> {
    while (isStale) {
      isStale = false;
      try {
        shown = await findShown(db, { settings, now: now() });
      } catch (error) {
        // The listener calls `refresh` again when it reconnects.
        log.warn({ err: error }, "the clinic's facts could not be read");
      }
    }
    reading = undefined;
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
      return (reading ??= readUntilFresh());
    },
  };
}

async function findShown(
  db: Database,
  { settings: { demo: isDemo }, now }: { settings: Settings; now: Date },
): Promise<ShownClinic> {
  const [row, timetable, treatments, open, legal] = await Promise.all([
    findClinic(db),
    // No calendars: the hours of doctors are not needed.
    findTimetableAhead(db, { now, calendarIds: [] }),
    listTreatments(db, { which: 'active' }),
    isOpen(db),
    findLegalTexts(db),
  ]);
  const { clinicHours: hours, specialHours, closures } = timetable;
  return {
    ...presentFacts(row, { hours, open }),
    isDemo,
    treatments: treatments.map(({ name, description, isOffered }) => ({ name, description, isOffered })),
    schemaOpeningHours: schemaOpeningHours(hours),
    timetable: { clinicHours: hours, specialHours, closures },
    legal,
  };
}

function phoneCountryOf({ country, timeZone }: ShownClinic, settings: Settings): string | undefined {
  if (isPhoneCountry(country)) return country;
  return timeZone === settings.clinicTimeZone ? settings.phoneCountry : countryOfZone(timeZone);
}
