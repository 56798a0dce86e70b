import { expect, test } from 'vitest';
import { warningOfPlainHttp } from './plain-http.ts';

test.each([
  [true, 'http://clinic.example', true],
  [true, 'http://10.0.0.5:3000', true],
  [true, 'https://clinic.example', false],
  [true, 'http://localhost:3000', false],
  [true, 'http://[::1]:3000', false],
  [false, 'http://192.168.1.5:3000', false],
])('in production (%s), a warning about %s: %s', (production, publicUrl, isWarnedOf) => {
  expect(warningOfPlainHttp({ production, publicUrl }) !== undefined).toBe(isWarnedOf);
});
