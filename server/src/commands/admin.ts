import { makeAdmin } from '../features/people/make-admin.ts';
import { runOnDatabase } from './run-on-database.ts';

/** `npm run admin -- EMAIL` makes a person who has signed up an admin; the server may be running. */
const [email = ''] = process.argv.slice(2);
if (!email.includes('@')) {
  console.error('Usage: openhours admin EMAIL (in a checkout: npm run admin -- EMAIL)');
  process.exit(2);
}

const SAID = {
  made: `${email} is now an admin.`,
  nobody: `Nobody has signed up as ${email}. Sign up first, then run this again.`,
  unconfirmed:
    `Nobody has confirmed the address ${email}. Use "Forget Password?" on the login page, follow the link in the ` +
    'email, then run this again.',
};

await runOnDatabase(async ({ db }) => {
  const outcome = await makeAdmin(db, { email: email.trim().toLowerCase(), now: new Date() });
  console.log(SAID[outcome]);
  return outcome === 'made' ? 0 : 1;
});
