import { browserTimeZone } from '../../clinic/zone.ts';
import { Options, SelectField, type SelectFieldProps } from '../../ui/select-field.tsx';

type PlaceFieldProps = Omit<SelectFieldProps, 'label' | 'hint' | 'children'>;

/** A choice of IANA time zones for the clinic. */
export function TimeZoneField(field: PlaceFieldProps) {
  return (
    <SelectField label="Time zone" hint="For all opening hours and appointments." {...field}>
      <Options of={timeZones(field.defaultValue).map((zone) => [zone, zone.replaceAll('_', ' ')])} />
    </SelectField>
  );
}

/** A choice of currencies for the clinic's prices. */
export function CurrencyField(field: PlaceFieldProps) {
  return (
    <SelectField
      label="Currency"
      hint="For new prices. First change the prices of treatments, on the page Treatments."
      {...field}
    >
      <Options of={Intl.supportedValuesOf('currency').map((code) => [code, `${code} · ${currencyNames.of(code)}`])} />
    </SelectField>
  );
}

/** A choice of countries for the clinic, including none. */
export function CountryField(field: PlaceFieldProps) {
  return (
    <SelectField label="Country" hint="For phone numbers without a country code." {...field}>
      <option value="">None</option>
      <Options of={countries().map(({ code, name }) => [code, name])} />
    </SelectField>
  );
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** All time zones. Adds the chosen one and the browser's, because `supportedValuesOf` leaves out alternative names. */
function timeZones(chosen: unknown): readonly string[] {
  const own = typeof chosen === 'string' && chosen !== '' ? [chosen] : [];
  return [...new Set([...own, browserTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

/** Codes that `Intl` has names for but that are not countries: groups of countries, unknown regions and test codes. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** All countries, sorted by name: two-letter codes that have a name and that `Intl` does not replace by another. */
function countries(): readonly { code: string; name: string }[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => {
      const name = countryNames.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
