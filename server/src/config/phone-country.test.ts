import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const phoneCountry = (environment: Record<string, string>) =>
  readConfig({ AUTH_SECRET: 'a secret that only this test run knows', ...environment }).phoneCountry;

test.each([
  ['Europe/Berlin', 'DE'],
  ['America/New_York', 'US'],
  ['Asia/Kolkata', 'IN'],
  ['Europe/Kyiv', 'UA'],
  ['UTC', undefined],
])('the country of the zone %s is %s', (zone, country) => {
  expect(phoneCountry({ CLINIC_TIME_ZONE: zone })).toBe(country);
});

test('the setting overrides the zone and must be a country', () => {
  expect(phoneCountry({ CLINIC_TIME_ZONE: 'Europe/Berlin', PHONE_COUNTRY: 'AT' })).toBe('AT');
  expect(() => phoneCountry({ PHONE_COUNTRY: 'Austria' })).toThrow('PHONE_COUNTRY');
});
