import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const AUTH_SECRET = 'a secret that only this test run knows';
const google = { GOOGLE_CLIENT_ID: 'us.apps.example', GOOGLE_CLIENT_SECRET: 'secret' };
const tokens = {
  EXTERNAL_TOKEN_ISSUER: 'https://securetoken.google.com/clinic',
  EXTERNAL_TOKEN_AUDIENCE: 'clinic',
};
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Clinic <no-reply@clinic.example>',
  PAYMENTS: 'off',
};
const signInOf = (environment: Record<string, string>) => readConfig({ AUTH_SECRET, ...environment }).signIn;

test('Google needs only id and secret, and its pictures are allowed', () => {
  expect(signInOf(google)).toMatchObject({
    google: { discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration' },
    pictureOrigins: ['https://lh3.googleusercontent.com'],
  });
});

test('the sandbox replaces Google only in a demo on this machine', () => {
  expect(signInOf({}).google).toBe('embedded');
  expect(signInOf({ DEMO: 'off' }).google).toBeUndefined();
  expect(signInOf({ HOST: '0.0.0.0' }).google).toBeUndefined();
  expect(signInOf({ PUBLIC_URL: 'https://demo.example' }).google).toBeUndefined();
  expect(signInOf({ ...production }).google).toBeUndefined();
  expect(signInOf({ ...production, DEMO: 'on' }).google).toBeUndefined();
  expect(signInOf({ ...production, ...google }).google).toMatchObject({ clientId: 'us.apps.example' });
});

test.each([
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', google],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', google],
  ['EXTERNAL_TOKEN_ISSUER', 'EXTERNAL_TOKEN_AUDIENCE', tokens],
  ['EXTERNAL_TOKEN_AUDIENCE', 'EXTERNAL_TOKEN_ISSUER', tokens],
])('%s without %s stops the start and names both', (given, missing, settings) => {
  expect(() => signInOf({ ...settings, [missing]: '' })).toThrow(
    `${missing} must be set as well, because ${given} is.`,
  );
});

test('describing a provider without its keys stops the start', () => {
  const discovery = 'https://id.example/.well-known/openid-configuration';
  expect(() => signInOf({ GOOGLE_DISCOVERY_URL: discovery })).toThrow('GOOGLE_CLIENT_ID must be set as well');
  expect(() => signInOf({ EXTERNAL_TOKEN_JWKS_URL: 'https://id.example/keys' })).toThrow('EXTERNAL_TOKEN_ISSUER');
});

test('identities are accepted over https only, except on this machine', () => {
  const insecure = 'http://id.example/.well-known/openid-configuration';
  expect(() => signInOf({ ...google, GOOGLE_DISCOVERY_URL: insecure })).toThrow('must begin with https://');
  expect(() => signInOf({ ...tokens, EXTERNAL_TOKEN_ISSUER: 'http://localhost.evil.example' })).toThrow('https://');
  expect(signInOf({ ...tokens, EXTERNAL_TOKEN_ISSUER: 'http://localhost:3100/openid' }).tokens).toBeDefined();
});

test('picture origins must be complete', () => {
  const listed = 'https://img.example, https://pictures.example:8443';
  expect(signInOf({ ...google, PROVIDER_PICTURE_ORIGINS: listed }).pictureOrigins).toEqual([
    'https://img.example',
    'https://pictures.example:8443',
  ]);
  for (const wrong of [
    '*',
    'https://*.example',
    'https://img.example/path',
    "'unsafe-inline'",
    'https://img.example;',
  ]) {
    expect(() => signInOf({ ...google, PROVIDER_PICTURE_ORIGINS: wrong })).toThrow('PROVIDER_PICTURE_ORIGINS');
  }
});

test('a token may be 300 seconds old by default', () => {
  expect(signInOf(tokens).tokens?.maxAgeSeconds).toBe(300);
  expect(signInOf({ ...tokens, AUTH_TOKEN_MAX_AGE_SECONDS: '60' }).tokens?.maxAgeSeconds).toBe(60);
});
