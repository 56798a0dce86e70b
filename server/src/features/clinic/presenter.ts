import type { ClinicFacts, ClinicTexts } from '@openhours/contract/clinic-facts.ts';
import type { ClinicOpening } from '../schedule/index.ts';
import { openingText } from './opening-text.ts';
import type { ClinicRow } from './store.ts';

const NO_TEXTS: ClinicTexts = {
  welcome: '',
  about: '',
  openingHours: '',
  legalName: '',
  taxNumber: '',
  receiptFooter: '',
};

type Addressed = Pick<ClinicFacts, 'addressLines' | 'city' | 'postcode' | 'country'>;

/** The address in one line: 'Bahnhofstr. 1, 10115 Berlin, Germany'. */
export function addressOf(clinic: Addressed): string {
  return addressLinesOf(clinic).join(', ');
}

/** The lines of the address, for letters and emails. A country alone is no address. */
export function addressLinesOf({ addressLines, city, postcode, country }: Addressed): readonly string[] {
  const town = [postcode, city].filter(Boolean).join(' ');
  const lines = [...addressLines, town].filter(Boolean);
  const name = country && countryNames.of(country);
  return lines.length > 0 && name ? [...lines, name] : lines;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** @param rest.hours weekly hours, in any order @param rest.open whether patients can book anything */
export function presentFacts(
  row: ClinicRow,
  { hours, open }: { hours: readonly ClinicOpening[]; open: boolean },
): ClinicFacts {
  const { name, addressLines, city, postcode, country, phone, email, timeZone, currency, version } = row;
  const texts = { ...NO_TEXTS, ...row.texts };
  return {
    name,
    addressLines,
    city,
    postcode,
    country,
    phone,
    email,
    timeZone,
    currency,
    texts,
    logo: row.logoImage,
    accent: row.accent,
    testimonials: [...row.testimonials],
    news: [...row.news],
    figures: [...row.figures],
    openingHours: texts.openingHours || openingText(hours),
    open,
    version,
  };
}
