import { type AccentTokens, accentTokens } from '@openhours/contract/accent.ts';
import { LEGAL_TEXTS } from '@openhours/contract/legal-text-kinds.ts';
import {
  addressOf,
  type ChangedDays,
  changedDaysText,
  type ShownClinic,
  schemaChangedDays,
} from '../features/clinic/index.ts';
import { type Facts, fill, holds, jsonInScript, type Markup } from './fill.ts';
import { legalHtml } from './legal-document.ts';

/** Facts about the site that do not belong to the clinic. */
export interface SiteFacts {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Whether 'Continue with Google' is available. */
  readonly googleSignIn: boolean;
}

/** Changes of the clinic's hours in the next weeks. */
interface Coming {
  readonly changedDays: readonly ChangedDays[];
}

/** Fills in the clinic's facts. The components in `web/src/clinic/facts.tsx` write the placeholders. */
export function fillInClinic(html: string, clinic: ShownClinic, site: SiteFacts & Coming): string {
  const facts = factsOf(clinic, site);
  // React writes comments between a marker and another text.
  return fill(
    html.replaceAll(/<!-- -->(?=__(?:END_)?(?:IF|EACH):)|(?<=__(?:END_)?(?:IF|EACH):[a-zA-Z]+__)<!-- -->/g, ''),
    {
      ...facts,
      PRODUCT_NAME: clinic.name,
      CLINIC_TIME_ZONE: clinic.timeZone,
      CLINIC_FACTS: JSON.stringify(browserFacts(clinic, facts)),
      CLINIC_JSON_LD: jsonInScript(structuredData(clinic, site)),
      ACCENT: accentStyle(clinic),
      PUBLIC_URL: site.publicUrl,
      GOOGLE_SIGN_IN: site.googleSignIn ? 'on' : 'off',
    },
  );
}

function factsOf(clinic: ShownClinic, { changedDays }: Coming): Facts {
  const { isDemo, open, phone, email, openingHours, texts, treatments, addressLines } = clinic;
  const { privacy, terms, imprint } = clinic.legal;
  const address = addressOf(clinic);
  return {
    demo: isDemo,
    own: !isDemo,
    open,
    closed: !open,
    phone,
    phoneHref: phoneHref(phone),
    email,
    openingHours,
    changedDays: changedDays.map(changedDaysText),
    address,
    addressLines: addressLines.map((line) => ({ line })),
    houses: addressLines.join(' and '),
    mapUrl: mapUrl(clinic),
    visit: address + phone + email + openingHours !== '',
    about: texts.about === '' ? [] : texts.about.split(/\n\s*\n/).map((text) => ({ text })),
    welcome: texts.welcome,
    noWelcome: texts.welcome === '',
    treatments: treatments.map(({ name, description }) => ({ name, description })),
    offered: treatments.flatMap(({ name, isOffered }) => (isOffered ? [{ name }] : [])),
    bookable: open && treatments.some(({ isOffered }) => isOffered),
    logo: clinic.logo ?? '',
    noLogo: clinic.logo === null,
    testimonials: clinic.testimonials.map((one) => ({ ...one, initials: initialsOf(one.name) })),
    news: clinic.news.map((one) => ({ ...one })),
    figures: clinic.figures.map((one) => ({ ...one })),
    legal: privacy + terms + imprint !== '',
    noLegal: privacy + terms + imprint === '',
    privacy: { markup: legalHtml(privacy) },
    noPrivacy: privacy === '',
    terms: { markup: legalHtml(terms) },
    noTerms: terms === '',
    imprint: { markup: legalHtml(imprint) },
    noImprint: imprint === '',
  };
}

/** The conditions of components that are also rendered in the browser. */
const BROWSER_CONDITIONS = ['demo', 'own', 'phone', 'logo', 'noLogo', 'legal', 'noLegal', ...LEGAL_TEXTS];

/** The facts that scripts need. `web/src/clinic/facts.tsx` reads them. */
function browserFacts(clinic: ShownClinic, facts: Facts) {
  const { isDemo, phone, addressLines, logo } = clinic;
  const address = addressOf(clinic);
  return {
    holds: BROWSER_CONDITIONS.filter((name) => holds(facts[name] ?? false)),
    phone,
    address: isDemo ? addressLines.join(' or ') : address,
    mapUrl: isDemo || address === '' ? '' : mapUrl(clinic),
    logo,
  };
}

/** The clinic in the format of schema.org, for search engines. */
function structuredData(clinic: ShownClinic, { publicUrl, changedDays }: SiteFacts & Coming): object {
  const { isDemo, open, name, phone, email, addressLines, city, postcode, country, logo } = clinic;
  const { schemaOpeningHours: hours } = clinic;
  const changed = changedDays.flatMap(schemaChangedDays);
  const own = {
    '@type': 'PostalAddress',
    ...(addressLines.length > 0 && { streetAddress: addressLines.join(', ') }),
    ...(city && { addressLocality: city }),
    ...(postcode && { postalCode: postcode }),
    ...(country && { addressCountry: country }),
  };
  // The demo clinic has two buildings, and each of its address lines is the address of one.
  const houses = addressLines.map((streetAddress) => ({ '@type': 'PostalAddress', streetAddress }));
  return {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    name,
    url: `${publicUrl}/`,
    image: `${publicUrl}/social-card.png`,
    ...(logo !== null && { logo: publicUrl + logo }),
    ...(phone && { telephone: phoneHref(phone).slice('tel:'.length) }),
    ...(email && { email }),
    ...(addressOf(clinic) && { address: isDemo ? houses : own }),
    ...(isDemo && { medicalSpecialty: ['PrimaryCare', 'Pediatric', 'Cardiovascular', 'Dentistry'] }),
    ...(hours.length > 0 && { openingHours: hours.length === 1 ? hours[0] : hours }),
    ...(changed.length > 0 && { specialOpeningHoursSpecification: changed }),
    ...(open && {
      potentialAction: { '@type': 'ReserveAction', target: `${publicUrl}/appointment`, name: 'Book an Appointment' },
    }),
  };
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => Array.from(word)[0] ?? '');
  return letters.join('').toUpperCase();
}

/** The design tokens that follow the clinic's accent, in both themes, after the stylesheet that has ours. */
function accentStyle({ accent }: ShownClinic): Markup {
  if (accent === null) return { markup: '' };
  const { light, dark } = accentTokens(accent);
  const rules = `:root,.light{${declarations(light)}}@media not print{.dark{${declarations(dark)}}}`;
  return { markup: `<style nonce="__NONCE__">${rules}</style>` };
}

function declarations(tokens: AccentTokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** Like 'tel:+12025550199'. */
function phoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** URL of a map that shows the clinic. */
function mapUrl(clinic: ShownClinic): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: addressOf(clinic) }).toString()}`;
}
