import { v7 as uuidv7 } from 'uuid';
import { phoneCodeOf } from '../../src/features/identity/confirm-phone.ts';
import { createTestClient, type TestAnswer, type TestClient } from '../../testing/test-client.ts';
import { totpCode } from '../../testing/totp.ts';
import type { FaultyClinic } from './clinic.ts';
import type { Recorder } from './history.ts';
import type { Asked, Requests } from './requests.ts';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly client: TestClient;
}

/** An authenticator app, and the recovery codes that are not used. */
interface App {
  readonly uri: string;
  readonly codes: readonly string[];
}

const PASSWORD = 'Correct1!';
/** More than the harms can prevent. */
const MOST_TRIES = 12;

/** People who open an account, close it, or protect it. Most of these calls have no key: their outcome is found out. */
export function startAccounts(clinic: FaultyClinic, { history, requests }: { history: Recorder; requests: Requests }) {
  const { persistently, succeed, done, read } = requests;
  let numbers = 0;

  async function signUp(): Promise<Person> {
    const name = `New ${uuidv7()}`;
    const email = `${name.replace(' ', '-')}@example.org`;
    const client = createTestClient(clinic.urls[0] ?? '');
    const body = { name, email, password: PASSWORD };
    const answer = await persistently(client, { path: '/api/auth/sign-up/email', body });
    // A repeated request is refused, because the account exists.
    if (answer.status === 422) {
      await succeed(client, { path: '/api/auth/sign-in/email', body: { email, password: PASSWORD } });
    } else if (answer.status !== 200) history.complain(`a sign-up was refused: ${JSON.stringify(answer.body)}`);
    history.acknowledge({ what: 'sign-up', id: name });
    return { name, email, client };
  }

  /** Signs up, and may close the account again. */
  async function account({ closes }: { closes: boolean }): Promise<void> {
    const { name, client } = await signUp();
    if (!closes) return;
    const closed = await persistently(client, { path: '/api/me/delete', body: { password: PASSWORD } });
    // Nobody is signed in to an account that is closed.
    if (closed.status === 200 || closed.status === 401) {
      history.acknowledge({ what: 'close-account', id: name, as: 'deleted' });
    } else history.complain(`an account was not closed: ${JSON.stringify(closed.body)}`);
  }

  /** Signs up, confirms a phone number, sets up an authenticator app, and signs in with its code and a recovery code. */
  async function protectedAccount(): Promise<void> {
    const person = await signUp();
    // As the link in the email does.
    await read('update people set email_verified = true where name = $1 returning id', [person.name]);
    await confirmNumber(person);
    const app = await setUpApp(person);
    if (!app) return history.complain(`${person.name} could not set up an app`);
    history.acknowledge({ what: 'set-up-app', id: person.name, as: JSON.stringify(app.codes) });
    await signInWithApp(person, app);
    await recover(person, app);
  }

  async function confirmNumber({ name, client }: Person): Promise<void> {
    const phone = `+49151${String((numbers += 1)).padStart(8, '0')}`;
    await succeed(client, { method: 'PUT', path: '/api/me/phone', body: { phone } });
    const sent = await done('text-code', client, { path: '/api/phone-confirmation', body: {} }, { id: name });
    if (!sent) return;
    const last = 'select c.id from phone_codes c join people p on p.id = person_id where p.name = $1';
    const code = phoneCodeOf((await read<{ id: string }>(last, [name])).id, clinic.secret);
    await done('confirm-number', client, { path: '/api/phone-confirmation/confirm', body: { code } }, { id: name });
  }

  /** Begins again with another secret, unless it turns out that a confirmation without an answer came through. */
  async function setUpApp(person: Person): Promise<App | undefined> {
    let { client } = person;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const begun = await persistently(client, { path: '/api/auth/two-factor/enable', body: { password: PASSWORD } });
      const uri = String(begun.body['totpURI']);
      const app = { uri, codes: begun.body['backupCodes'] as readonly string[] };
      if (begun.status === 200) {
        const confirmed = await persistently(client, {
          path: '/api/auth/two-factor/verify-totp',
          body: (node) => ({ code: totpCode(uri, { now: clinic.clock(node) }), recoveryCodes: app.codes }),
        });
        if (confirmed.status === 200) return app;
      }
      const entered = await enterPassword(person);
      if (begun.status === 200 && entered.waits) return app;
      ({ client } = entered);
    }
    return undefined;
  }

  /**
   * With the two of the three valid codes that the set-up has not used. Each can be tried once, so a lost answer uses it up.
   * That at least one person signed in in this way is checked at the end.
   */
  async function signInWithApp(person: Person, { uri }: App): Promise<void> {
    for (const steps of [1, -1]) {
      const { status } = await pass(person, {
        path: '/api/auth/two-factor/verify-totp',
        body: (node) => ({ code: totpCode(uri, { now: clinic.clock(node), steps }) }),
      });
      if (status === 200) return;
    }
  }

  /** Uses a recovery code in two browsers at the same time, then until it is known to be used. */
  async function recover(person: Person, { codes }: App): Promise<void> {
    const [code, ...left] = codes;
    const use = () => pass(person, { path: '/api/auth/two-factor/verify-backup-code', body: { code } });
    let answers: readonly TestAnswer[] = await Promise.all([use(), use()]);
    if (answers.every(({ status }) => status === 200)) history.complain(`${person.name} used a recovery code twice`);
    const isUsed = () =>
      answers.some(({ status }) => status === 200) ||
      answers.every(({ body }) => body['code'] === 'INVALID_BACKUP_CODE');
    for (let tries = 0; !isUsed() && tries < MOST_TRIES; tries += 1) answers = [await use()];
    if (!isUsed()) return history.complain(`${person.name} could not use a recovery code`);
    history.acknowledge({ what: 'recover', id: person.name, as: JSON.stringify(left) });
  }

  /** Enters the password in a new browser, and then a code. */
  async function pass(person: Person, code: Asked) {
    const { client, waits } = await enterPassword(person);
    if (!waits) history.complain(`${person.name} was not asked for a code`);
    const answer = await persistently(client, code);
    if (answer.status === 200) history.acknowledge({ what: 'sign-in-with-code', id: sessionOf(client) });
    return answer;
  }

  /** The token of a session, which is in its cookie before the signature. */
  const sessionOf = ({ cookies }: TestClient) => cookies.get('openhours.session_token')?.split('.')[0] ?? 'none';

  async function enterPassword({ name, email }: Person): Promise<{ client: TestClient; waits: boolean }> {
    const client = createTestClient(clinic.urls[0] ?? '');
    const body = { email, password: PASSWORD };
    const answer = await persistently(client, { path: '/api/auth/sign-in/email', body });
    if (answer.status !== 200) history.complain(`${name} could not sign in: ${JSON.stringify(answer.body)}`);
    return { client, waits: answer.body['twoFactorRedirect'] === true };
  }

  return { account, protectedAccount };
}
