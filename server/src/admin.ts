import { pino } from 'pino';
import { readConfig } from './config.ts';
import { openForOneTask } from './database/open-for-one-task.ts';
import { makeAdmin } from './features/people/make-admin.ts';

/** `npm run admin -- EMAIL` makes an admin of a person who has signed up; also while the server runs. */
const [email = ''] = process.argv.slice(2);
if (!email.includes('@')) {
  console.error('Usage: npm run admin -- EMAIL');
  process.exit(2);
}

const database = await openForOneTask(readConfig(), pino({ level: 'warn' })).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const found = await makeAdmin(database.db, email.trim().toLowerCase());
await database.close();
console.log(
  found ? `${email} is an admin now.` : `Nobody has signed up as ${email}. Sign up first, then run this again.`,
);
process.exitCode = found ? 0 : 1;
