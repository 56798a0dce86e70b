import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from './config.ts';
import { environmentExample, settingsPage } from './reference.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

test.each([
  ['docs/settings.md', settingsPage(SETTINGS)],
  ['.env.example', environmentExample(SETTINGS)],
])('%s is up to date (npm run settings)', (path, wanted) => {
  expect(read(path)).toBe(wanted);
});

test('.env.example has the default in every line, so copying it changes nothing', () => {
  const fixed = { AUTH_SECRET: 'a secret that has enough characters' };
  expect(readConfig({ ...parseEnv(read('.env.example')), ...fixed })).toEqual(readConfig(fixed));
});
