import { createHash } from 'node:crypto';

/** A person with an account at this provider, by its claims. */
export interface Account {
  /** The provider's permanent id of the account. */
  sub: string;
  name: string;
  email: string;
  /** In the provider's form: some send text, and some leave it out. */
  emailVerified: boolean | 'true' | 'false' | undefined;
}

/** The states of an address's confirmation, as in the chooser's form. */
export const VERIFIED_WORDS: Readonly<Record<string, Account['emailVerified']>> = {
  true: true,
  false: false,
  'text-true': 'true',
  'text-false': 'false',
  missing: undefined,
};

/** The accounts that the chooser offers. One has an unconfirmed address. */
export const DEMO_PEOPLE: readonly Account[] = [
  account({ name: 'Robin Ashgrove', email: 'robin.ashgrove@people.example', emailVerified: true }),
  account({ name: 'Imani Kessler', email: 'imani.kessler@people.example', emailVerified: true }),
  account({ name: 'Noa Verhoeven', email: 'noa.verhoeven@people.example', emailVerified: false }),
];

/** The account of an address: the same address is the same account, whatever the name. */
export function account(person: Omit<Account, 'sub'>): Account {
  const sub = createHash('sha256').update(person.email.toLowerCase()).digest('hex').slice(0, 21);
  return { sub, ...person };
}

/** The claims of an account in the provider's tokens. */
export function claimsOf({ sub, name, email, emailVerified }: Account, picture: string) {
  return { sub, name, email, picture, ...(emailVerified === undefined ? {} : { email_verified: emailVerified }) };
}
