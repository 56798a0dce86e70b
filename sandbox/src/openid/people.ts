import { createHash } from 'node:crypto';

/** Somebody with an account at this provider, as its claims describe them. */
export interface Account {
  /** The provider's unchanging name for the account. */
  sub: string;
  name: string;
  email: string;
  /** As the provider says it: some say it as text, and some say nothing. */
  emailVerified: boolean | 'true' | 'false' | undefined;
}

/** Ways to say whether an address was confirmed, as the form of the chooser names them. */
export const VERIFIED_WORDS: Readonly<Record<string, Account['emailVerified']>> = {
  true: true,
  false: false,
  'text-true': 'true',
  'text-false': 'false',
  missing: undefined,
};

/** Whom the chooser offers at once. One of them never confirmed their address. */
export const DEMO_PEOPLE: readonly Account[] = [
  account({ name: 'Robin Ashgrove', email: 'robin.ashgrove@people.example', emailVerified: true }),
  account({ name: 'Imani Kessler', email: 'imani.kessler@people.example', emailVerified: true }),
  account({ name: 'Noa Verhoeven', email: 'noa.verhoeven@people.example', emailVerified: false }),
];

/** One address is one account, whatever its owner is called today. */
export function account(person: Omit<Account, 'sub'>): Account {
  const sub = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 21);
  return { sub, ...person };
}

/** What the provider says about an account in its tokens. */
export function claimsOf({ sub, name, email, emailVerified }: Account, picture: string) {
  return { sub, name, email, picture, ...(emailVerified === undefined ? {} : { email_verified: emailVerified }) };
}
