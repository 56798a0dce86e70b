import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

type ReadPhone =
  /** In E.164, '+4930901820'; if no country is known, also as it is dialled there, '030901820'; '' if none was given. */
  { readonly kind: 'phone'; readonly phone: string } | { readonly kind: 'refused'; readonly message: string };

/**
 * Parses a phone number with libphonenumber. An invalid number is refused; whether one is needed, the caller decides.
 *
 * @param country the country whose numbers need no country code, ISO 3166; `undefined`: a
 *   number without it is accepted if it has 5 to 15 digits, because no more can be checked
 */
export function readPhone(typed: string, country: string | undefined): ReadPhone {
  const text = typed.trim();
  if (text === '') return { kind: 'phone', phone: '' };
  const number = parsePhoneNumberFromString(text, {
    // The settings refuse countries that libphonenumber does not know.
    ...(country === undefined ? {} : { defaultCountry: country as CountryCode }),
    extract: false,
  });
  if (number?.isValid() && number.ext === undefined) return { kind: 'phone', phone: number.number };
  const dialled = text.replaceAll(/[\s()/.\p{Pd}]/gu, '');
  if (country === undefined && /^\d{5,15}$/.test(dialled)) return { kind: 'phone', phone: dialled };
  const message = number?.ext
    ? 'Please give a phone number without an extension.'
    : `That is not a valid phone number. Enter one like ${exampleOf(country)}.`;
  return { kind: 'refused', message };
}

/** An example of a valid mobile number, with the country code: '+49 1512 3456789'. */
function exampleOf(country = 'US'): string {
  return getExampleNumber(country as CountryCode, examples)?.formatInternational() ?? exampleOf();
}

/**
 * Whether a number takes text messages, as far as its digits say. Numbers that charge whoever calls them, and those of
 * landlines, do not.
 */
export function takesTexts(phone: string): boolean {
  const type = parsePhoneNumberFromString(phone)?.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' || type === 'PERSONAL_NUMBER';
}

/** Formats an E.164 number for people, '+49 30 901820'. Any other stays as it is. */
export function showPhone(phone: string): string {
  return phone === '' ? '' : (parsePhoneNumberFromString(phone)?.formatInternational() ?? phone);
}
