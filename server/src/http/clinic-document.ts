import { type AccentTokens, accentTokens } from '@openhours/contract/accent.ts';
import { LEGAL_TEXTS } from '@openhours/contract/legal-text-kinds.ts';
import {
  addressOf,
  type ChangedDays,
  changedDaysText,
  type ShownClinic,
  schemaChangedDays,
} from '../features/clinic/index.ts';
import { escapeMarkup } from './escape-markup.ts';
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

/**
 * Replaces the placeholders of a built document with the clinic's facts. `__CLINIC:phone__` is a value. The part
 * between `__IF:phone__` and `__END_IF:phone__` is kept if the condition is true. The part between `__EACH:treatments__` and
 * `__END_EACH:treatments__` is repeated for each item, and `__ITEM:name__` in it is a value of the item. The components
 * in `web/src/clinic/facts.tsx` write them.
 */
export function fillInClinic(html: string, clinic: ShownClinic, site: SiteFacts & Coming): string {
  const values = valuesOf(clinic);
  const conditions = conditionsOf(clinic, site);
  const lists = listsOf(clinic, site);
  return (
    keepParts(html, conditions)
      .replaceAll(/__EACH:([a-zA-Z]+)__([^]*?)__END_EACH:\1__/g, (_, name: string, part: string) =>
        (lists[name] ?? [])
          .map((item) =>
            part.replaceAll(/__ITEM:([a-zA-Z]+)__/g, (__, field: string) => escapeMarkup(item[field] ?? '')),
          )
          .join(''),
      )
      // Functions, because '$&' and similar patterns are special in a replacement string.
      .replaceAll('__CLINIC_JSON_LD__', () => inScript(structuredData(clinic, site)))
      .replaceAll(/__LEGAL:(privacy|terms|imprint)__/g, (_, kind: keyof ShownClinic['legal']) =>
        legalHtml(clinic.legal[kind]),
      )
      .replaceAll('__ACCENT__', accentStyle(clinic))
      .replaceAll('__CLINIC_FACTS__', () => escapeMarkup(JSON.stringify(browserFacts(clinic, conditions))))
      .replaceAll(/__CLINIC:([a-zA-Z]+)__/g, (_, name: string) => escapeMarkup(values[name] ?? ''))
      .replaceAll('__PUBLIC_URL__', () => escapeMarkup(site.publicUrl))
      .replaceAll('__PRODUCT_NAME__', () => escapeMarkup(clinic.name))
      .replaceAll('__CLINIC_TIME_ZONE__', () => escapeMarkup(clinic.timeZone))
      .replaceAll('__GOOGLE_SIGN_IN__', site.googleSignIn ? 'on' : 'off')
  );
}

/**
 * Keeps the parts whose condition is true and removes the others, innermost first. Also removes the comments that React
 * writes between a marker and another text.
 */
function keepParts(html: string, conditions: Readonly<Record<string, boolean>>): string {
  const innermost =
    /(?:<!-- -->)?__IF:([a-zA-Z]+)__(?:<!-- -->)?((?:(?!__IF:)[^])*?)(?:<!-- -->)?__END_IF:\1__(?:<!-- -->)?/g;
  for (let before = html; ; ) {
    const after = before.replaceAll(innermost, (_, name: string, part: string) => (conditions[name] ? part : ''));
    if (after === before) return after;
    before = after;
  }
}

function conditionsOf(clinic: ShownClinic, { changedDays }: Coming): Readonly<Record<string, boolean>> {
  const { isDemo, open, phone, email, openingHours, texts, treatments, logo } = clinic;
  const { privacy, terms, imprint } = clinic.legal;
  const hasAddress = addressOf(clinic) !== '';
  return {
    demo: isDemo,
    own: !isDemo,
    open,
    closed: !open,
    phone: phone !== '',
    email: email !== '',
    address: hasAddress,
    openingHours: openingHours !== '',
    changedDays: changedDays.length > 0,
    visit: hasAddress || phone !== '' || email !== '' || openingHours !== '',
    about: texts.about !== '',
    welcome: texts.welcome !== '',
    noWelcome: texts.welcome === '',
    treatments: treatments.length > 0,
    bookable: open && treatments.some(({ isOffered }) => isOffered),
    logo: logo !== null,
    noLogo: logo === null,
    testimonials: clinic.testimonials.length > 0,
    news: clinic.news.length > 0,
    figures: clinic.figures.length > 0,
    legal: privacy + terms + imprint !== '',
    noLegal: privacy + terms + imprint === '',
    privacy: privacy !== '',
    noPrivacy: privacy === '',
    terms: terms !== '',
    noTerms: terms === '',
    imprint: imprint !== '',
    noImprint: imprint === '',
  };
}

function valuesOf(clinic: ShownClinic): Readonly<Record<string, string>> {
  const { name, phone, email, openingHours, texts, addressLines, logo } = clinic;
  return {
    name,
    phone,
    phoneHref: phoneHref(phone),
    email,
    openingHours,
    address: addressOf(clinic),
    houses: addressLines.join(' and '),
    mapUrl: mapUrl(clinic),
    welcome: texts.welcome,
    logo: logo ?? '',
  };
}

type Items = readonly Readonly<Record<string, string>>[];

function listsOf(clinic: ShownClinic, { changedDays }: Coming): Readonly<Record<string, Items>> {
  const { treatments, addressLines, texts, testimonials, news, figures } = clinic;
  return {
    testimonials: testimonials.map((one) => ({ ...one, initials: initialsOf(one.name) })),
    news,
    figures,
    treatments: treatments.map(({ name, description }) => ({ name, description })),
    offered: treatments.flatMap(({ name, isOffered }) => (isOffered ? [{ name }] : [])),
    addressLines: addressLines.map((line) => ({ line })),
    changedDays: changedDays.map(changedDaysText),
    about: texts.about.split(/\n\s*\n/).map((text) => ({ text })),
  };
}

/** The conditions of components that are also rendered in the browser. */
const BROWSER_CONDITIONS = ['demo', 'own', 'phone', 'logo', 'noLogo', 'legal', 'noLegal', ...LEGAL_TEXTS];

/** The facts that scripts need. `web/src/clinic/facts.tsx` reads them. */
function browserFacts(clinic: ShownClinic, conditions: Readonly<Record<string, boolean>>) {
  const { isDemo, phone, addressLines, logo } = clinic;
  const address = addressOf(clinic);
  return {
    holds: BROWSER_CONDITIONS.filter((name) => conditions[name]),
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
function accentStyle({ accent }: ShownClinic): string {
  if (accent === null) return '';
  const { light, dark } = accentTokens(accent);
  return `<style nonce="__NONCE__">:root,.light{${declarations(light)}}@media not print{.dark{${declarations(dark)}}}</style>`;
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

/** JSON that cannot close the script element around it. */
function inScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
