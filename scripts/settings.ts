import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../server/src/config/config.ts';
import { environmentExample, settingsPage } from '../server/src/config/reference.ts';

/** `npm run settings`: generates the reference of the settings from their tables. */
const ROOT = join(import.meta.dirname, '..');
writeFileSync(join(ROOT, 'docs/settings.md'), settingsPage(SETTINGS));
writeFileSync(join(ROOT, '.env.example'), environmentExample(SETTINGS));
