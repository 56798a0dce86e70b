import { renewDemoPasswords } from '../demo/demo-accounts.ts';
import { runOnDatabase } from './run-on-database.ts';

/**
 * `npm run demo:passwords` gives the demo accounts random passwords, prints them once and ends the accounts' sessions.
 */
await runOnDatabase(async ({ db }) => {
  const accounts = await renewDemoPasswords(db);
  for (const { email, password } of accounts) console.log(`${email.padEnd(32)} ${password}`);
  if (accounts.length > 0) return 0;
  console.error('There are no demo accounts in this database.');
  return 1;
});
