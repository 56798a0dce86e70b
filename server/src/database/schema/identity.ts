import { RELATIONS } from '@openhours/contract/relations.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

const createdAt = instant('created_at').notNull().defaultNow();
const updatedAt = instant('updated_at').notNull().defaultNow();

/** The address of a person without one, which nobody can enter. */
export function addressless(personId: string): string {
  return `none:${personId}`;
}

/**
 * Everyone who has ever signed in or been registered: the identity service's user and the product's user record in one
 * row, so they cannot differ. The identity service fills the first block; it does not know the roles, so it cannot
 * change them.
 *
 * A deleted person keeps the row and the name, for what refers to them, but no role, email address or sign-in method
 * (triggers refuse new ones). The address is replaced by a placeholder that nobody can enter.
 *
 * Somebody without an account is a person too: the front desk took them down by name and telephone, or somebody else
 * looks after them. They have a placeholder as well (`addressless`), and no role, until an address is added.
 */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt,
    updatedAt,

    isAdmin: boolean('is_admin').notNull().default(false),
    isDoctor: boolean('is_doctor').notNull().default(false),
    isFrontDesk: boolean('is_front_desk').notNull().default(false),
    deletedAt: instant('deleted_at'),
    /** The phone number that they gave last, as `readPhone` reads it. */
    phone: text('phone'),
    /** When they confirmed that number with a code. A trigger unsets it with every other number. */
    phoneConfirmedAt: instant('phone_confirmed_at'),
    /** When that number replaced another one or none. A trigger sets it. */
    phoneChangedAt: instant('phone_changed_at'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    /** Whose account their appointments are under, if somebody looks after them … */
    guardianId: uuid('guardian_id').references((): AnyPgColumn => people.id),
    /** … and what they are to that person. */
    relation: text('relation', { enum: RELATIONS }),
    /** Whether they have an authenticator app or a passkey. A trigger derives it; what is written here is ignored. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  },
  (table) => [
    unique('one_person_per_email').on(table.email),
    // The sort orders of All Users. The index of its search is in `0002_people.sql`.
    index('people_by_name').on(sql`lower(${table.name})`, table.id).where(sql`${table.deletedAt} is null`),
    index('people_admins_first')
      .on(sql`(not ${table.isAdmin})`, sql`lower(${table.name})`, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('people_doctors_first')
      .on(sql`(not ${table.isDoctor})`, sql`lower(${table.name})`, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('people_front_desk_first')
      .on(sql`(not ${table.isFrontDesk})`, sql`lower(${table.name})`, table.id)
      .where(sql`${table.deletedAt} is null`),
    // Partial: few people are admins or doctors.
    index('admins_of_the_clinic').on(table.id).where(sql`${table.isAdmin}`),
    index('desk_of_the_clinic').on(table.id).where(sql`${table.isAdmin} or ${table.isFrontDesk}`),
    index('doctors_of_the_clinic').on(sql`lower(${table.name})`, table.id).where(sql`${table.isDoctor}`),
    index('people_by_guardian').on(table.guardianId).where(sql`${table.guardianId} is not null`),
    index('people_by_date_of_birth').on(table.dateOfBirth).where(sql`${table.dateOfBirth} is not null`),
    check('confirmed_phone_is_known', sql`${table.phoneConfirmedAt} is null or ${table.phone} is not null`),
    check('person_relation_known', sql`${table.relation} in ('child', 'parent', 'partner', 'other')`),
    check(
      'person_looked_after_has_no_account',
      sql`(${table.guardianId} is null) = (${table.relation} is null) and
        (${table.guardianId} is null or ${table.email} not like '%@%')`,
    ),
    check(
      'person_without_address_has_no_role',
      sql`${table.email} like '%@%' or not (${table.isAdmin} or ${table.isDoctor} or ${table.isFrontDesk})`,
    ),
    check(
      'deleted_person_has_nothing_left',
      sql`${table.deletedAt} is null or (${table.email} = 'deleted:' || ${table.id}::text and ${table.image} is null and ${table.phone} is null
        and ${table.dateOfBirth} is null
        and not ${table.isAdmin} and not ${table.isDoctor} and not ${table.isFrontDesk})`,
    ),
  ],
);

/**
 * How many people have an account: the sum of these rows. Triggers add a row for each person who gets or loses one, so that
 * no sign-up waits for another, and every hour they are replaced by their sum.
 */
export const peopleCounts = pgTable('people_counts', { people: bigint('people', { mode: 'number' }).notNull() });

/** Whether a person has an address, and with it an account. */
export const hasAddress = sql<boolean>`${people.email} like '%@%'`;

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt,
    updatedAt,
  },
  (table) => [
    unique('one_session_per_token').on(table.token),
    index('sessions_of_person').on(table.personId),
    index('sessions_by_end').on(table.expiresAt),
    index('sessions_by_age').on(table.createdAt),
  ],
);

/** A sign-in method: a password, or an identity at a provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt,
    updatedAt,
  },
  (table) => [
    unique('one_account_per_identity').on(table.providerId, table.accountId),
    index('accounts_of_person').on(table.personId),
  ],
);

/** Short-lived tokens, such as password reset links, and sign-ins that wait for the second factor. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [
    index('verifications_by_identifier').on(table.identifier),
    index('verifications_by_end').on(table.expiresAt),
    // Reset links and sign-ins that wait for a code have the person's id as value. Others may be too long for a B-tree.
    index('verifications_of_person').using('hash', table.value),
    // A code of an authenticator app is tried once: `second-factor/attempt-code.ts`.
    uniqueIndex('one_try_per_code').on(table.identifier).where(sql`${table.identifier} like 'used-code:%'`),
  ],
);

/** A person's authenticator app. The identity service encrypts its secret; recovery codes are hashed. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** Whether it was confirmed with a code. Until then it is not asked for. */
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: instant('locked_until'),
    createdAt,
  },
  (table) => [unique('one_authenticator_per_person').on(table.personId)],
);

/** A passkey: the public key of a credential that signs a person in. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    name: text('name'),
    credentialID: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt,
  },
  (table) => [
    unique('one_passkey_per_credential').on(table.credentialID),
    index('passkeys_of_person').on(table.personId),
  ],
);

/**
 * Codes that were sent to confirm phone numbers. Neither a code nor a hash of one is stored: a code is an HMAC of its
 * row under the server's secret, so that every try of its message has the same one. Rows are deleted after a day. They
 * count how many codes a number got, so they outlive the person.
 */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    sentAt: instant('sent_at').notNull(),
    /** How many wrong codes were entered. */
    wrongTries: integer('wrong_tries').notNull().default(0),
  },
  (table) => [
    index('phone_codes_of_person').on(table.personId, table.sentAt),
    index('phone_codes_of_number').on(table.phone, table.sentAt),
    index('phone_codes_by_time').on(table.sentAt),
  ],
);

/**
 * Whether nobody but staff has used this person's account, if they have one: nobody confirmed its address, signed in or has
 * a role.
 */
export const isUnclaimed = sql<boolean>`not (${people.emailVerified} or ${people.isAdmin} or ${people.isDoctor} or
  ${people.isFrontDesk} or exists (select from ${accounts} where ${accounts.personId} = ${people.id}) or
  exists (select from ${passkeys} where ${passkeys.personId} = ${people.id}))`;
