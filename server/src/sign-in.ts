import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import { endFeed } from './features/calendar/index.ts';
import type { CurrentClinic } from './features/clinic/index.ts';
import { createAuth } from './features/identity/auth.ts';
import type { NewPasswords } from './features/identity/new-password.ts';
import { openIdSignIn } from './features/identity/openid-sign-in.ts';
import { tokenSync } from './features/identity/token-sync.ts';
import { guardChanges } from './features/second-factor/guard-changes.ts';
import { passkeySignIn } from './features/second-factor/passkey-plugin.ts';
import { secondFactorSignIn } from './features/second-factor/sign-in-plugin.ts';
import { createOpenIdProvider, type OpenIdClient } from './providers/identity/openid-connect.ts';
import { createTokenVerifier } from './providers/identity/token-verifier.ts';

/** The sandbox's identity provider. */
export type GoogleStandIn = OpenIdClient & { readonly pictureOrigin: string };

/** The identity service, with all ways to sign in, and the origins of their users' pictures. */
export function createSignIn(parts: {
  config: Config;
  db: Database;
  clinic: CurrentClinic;
  newPasswords: NewPasswords;
  hashPassword: (password: string) => Promise<string>;
  googleStandIn: GoogleStandIn | undefined;
  log: Logger;
  now: () => Date;
}) {
  const { config, db, clinic, newPasswords, hashPassword, log, now } = parts;
  const { secret, publicUrl, publicUrlIsFixed } = config;
  const { google, tokens, pictureOrigins } = providersOf(parts);
  const otherWays = [
    ...(google ? [openIdSignIn({ provider: createOpenIdProvider(google, { now }), pictureOrigins, log })] : []),
    ...(tokens
      ? [tokenSync({ ...tokens, verifier: createTokenVerifier({ ...tokens, now }), pictureOrigins, now })]
      : []),
    passkeySignIn({ publicUrl, name: clinic.name }),
    guardChanges({ db }),
    // After every plugin that opens sessions.
    secondFactorSignIn({ clinic, hashPassword }),
  ];
  const site = { publicUrl, publicUrlIsFixed };
  const passwords = { newPasswords, hashPassword };
  const auth = createAuth({ db, secret, ...site, clinic, ...passwords, endFeed, log, now, otherWays });
  return { auth, hasGoogle: google !== undefined, pictureOrigins };
}

function providersOf({ config, googleStandIn }: Parameters<typeof createSignIn>[0]) {
  const { google, tokens, pictureOrigins } = config.signIn;
  if (google !== 'embedded') return { google, tokens, pictureOrigins };
  return { google: googleStandIn, tokens, pictureOrigins: googleStandIn ? [googleStandIn.pictureOrigin] : [] };
}
