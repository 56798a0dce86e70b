import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js/max';

/** Whether libphonenumber knows the phone numbers of this country, 'DE'. */
export function isPhoneCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

/** The country of a time zone, 'Europe/Berlin' → 'DE'; `undefined` for zones without one, such as UTC. */
export function countryOfZone(zone: string): CountryCode | undefined {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  // 'UTC' and 'Etc/GMT-8' belong to no country. To ask for the zones of all countries takes 0.2 s.
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined;
  return getCountries().find((code) => zonesOf(code).includes(timeZone));
}

function zonesOf(country: CountryCode): readonly string[] {
  return new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
}
