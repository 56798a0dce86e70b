import { renewDemoPasswords } from '../demo/demo-accounts.ts';
import { runOnDatabase } from './run-on-database.ts';

/**
 * `npm run demo:passwords` gives the demo accounts new passwords, prints them once and ends the accounts' sessions. The
 * passwords are random if other machines can reach the demo, otherwise those in the README.
 */
await runOnDatabase(async ({ db, config }) => {
  const accounts = await renewDemoPasswords(db, config);
  for (const { email, password } of accounts) console.log(`${email.padEnd(32)} ${password}`);
  if (accounts.length > 0) return 0;
  console.error('There are no demo accounts in this database.');
  return 1;
});
