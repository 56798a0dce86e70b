import { resetByOperator } from '../features/second-factor/index.ts';
import { runOnDatabase } from './run-on-database.ts';

/** `npm run second-factor:reset -- EMAIL`, for an admin who has lost their device; the server may be running. */
const [email = ''] = process.argv.slice(2);
if (!email.includes('@')) {
  console.error('Usage: openhours second-factor-reset EMAIL (in a checkout: npm run second-factor:reset -- EMAIL)');
  process.exit(2);
}

const SAID = {
  reset: `The second factor of ${email} was removed. They are signed out everywhere, and can sign in with their password.`,
  unchanged: `${email} has no second factor.`,
  nobody: `There is no account with the address ${email}.`,
};

await runOnDatabase(async ({ db }) => {
  const outcome = await resetByOperator(db, { email: email.trim().toLowerCase(), now: new Date() });
  console.log(SAID[outcome]);
  return outcome === 'reset' ? 0 : 1;
});
