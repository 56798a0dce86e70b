/** Whether the platform supports an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Whether a code is a currency of ISO 4217 that the platform knows, in capital letters. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code);
}
