import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Database } from '../database/database.ts';
import { holdsDemo } from './demo-rows.ts';

/**
 * Refuses to start if others could sign in to demo accounts, whose passwords are public.
 *
 * @throws ConfigError
 */
export async function refuseDemoData(
  db: Database,
  { demo, production, openToOthers }: Pick<Config, 'demo' | 'production' | 'openToOthers'>,
): Promise<void> {
  if (demo || !(production || openToOthers) || !(await holdsDemo(db))) return;
  throw new ConfigError(
    'This database holds a demo clinic, and its accounts have public passwords: ' +
      'remove the demo with `openhours demo-remove`, in a checkout `npm run demo:remove`, or choose another database with DATA_DIR or DATABASE_URL.',
  );
}
