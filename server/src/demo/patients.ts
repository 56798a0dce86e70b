import type { Relation } from '@openhours/contract/relations.ts';

/** The invented patients of the demo clinic. `seed-demo-patients.ts` writes them. */

const FIRST_NAMES =
  'Alma Bruno Chloe Dario Edda Farid Greta Hugo Ines Jamal Kira Luca Mona Nils Olga Pavel Rosa Samir Tilda Umar Vera Wim Yara'.split(
    ' ',
  );
const LAST_NAMES =
  'Abbott Brandt Costa Dubois Eriksen Fischer Garcia Hansen Ivanova Jensen Kaya Lopez Moreau Novak Oliveira Popescu Quist Rossi Schmidt Tamm Ueda Vargas Whitaker Xavier Yilmaz Zeman Achebe Bianchi Chandra'.split(
    ' ',
  );
const CHILDREN = 'Ada Ben Cleo Dina Emil Finn Gita Hana Ivo Juna Kofi Lena Milo Nora Otis Pia Ravi Suri Theo'.split(
  ' ',
);
const AREA_CODES = ['202', '212', '305', '312', '415', '617', '713'];

/**
 * With the demo's accounts and doctors fewer than `GET /users` lists at once. Everybody else is looked after by one of
 * them, or has no account.
 */
const ACCOUNTS = 165;
const PARENTS_OF_CHILDREN = 132;

export interface DemoPatient {
  readonly name: string;
  /** Undefined for somebody without an account. */
  readonly email: string | undefined;
  /** Undefined for somebody who is looked after. */
  readonly phone: string | undefined;
  readonly age: number;
  /** Who looks after them: one of the accounts. */
  readonly guardian?: { readonly email: string; readonly relation: Relation };
}

export const DEMO_PATIENTS: readonly DemoPatient[] = [
  ...Array.from({ length: ACCOUNTS }, (_, account) => [
    adult(4 * account, { email: emailOf(account) }),
    // Not their own partner: the two would often have appointments one after the other.
    adult(4 * account + 1, { guardian: { email: emailOf((account + 40) % ACCOUNTS), relation: 'partner' } }),
    adult(4 * account + 2, { guardian: { email: emailOf((account + 80) % ACCOUNTS), relation: 'parent' } }),
    adult(4 * account + 3, {}),
  ]).flat(),
  ...Array.from({ length: 2 * PARENTS_OF_CHILDREN }, (_, number) => child(number)),
];

function emailOf(account: number): string {
  return `patient-${account + 1}@openhours.example`;
}

/** One of 667 names: neighbours share neither first nor last names, because the lengths of the lists have no common factor. */
function nameOf(number: number): { first: string; last: string } {
  return { first: FIRST_NAMES[number % FIRST_NAMES.length] ?? '', last: LAST_NAMES[number % LAST_NAMES.length] ?? '' };
}

function adult(number: number, { email, guardian }: Pick<Partial<DemoPatient>, 'email' | 'guardian'>): DemoPatient {
  const { first, last } = nameOf(number);
  return {
    name: `${first} ${last}`,
    email,
    phone: guardian ? undefined : fictionalPhone(number),
    age: guardian?.relation === 'parent' ? 60 + ((number * 7) % 28) : 22 + ((number * 11) % 42),
    ...(guardian && { guardian }),
  };
}

function child(number: number): DemoPatient {
  const account = number % PARENTS_OF_CHILDREN;
  return {
    name: `${CHILDREN[number % CHILDREN.length]} ${nameOf(4 * account).last}`,
    email: undefined,
    phone: undefined,
    age: (number * 5) % 16,
    guardian: { email: emailOf(account), relation: 'child' },
  };
}

/** 555-0100 to 555-0199 are given to nobody in any area. */
function fictionalPhone(number: number): string {
  return `+1${AREA_CODES[Math.floor(number / 100)]}55501${String(number % 100).padStart(2, '0')}`;
}
