import * as z from 'zod';
import { allOrNone } from './all-or-none.ts';
import { identityUrl, wholeNumber } from './schemas.ts';
import { settingGroup, type ValuesOf } from './setting.ts';

const GOOGLE_DISCOVERY_URL = 'https://accounts.google.com/.well-known/openid-configuration';
const GOOGLE_PICTURES = 'https://lh3.googleusercontent.com';

export const SIGN_IN = settingGroup({
  title: 'Sign-in elsewhere',
  about:
    "'Continue with Google' needs a client of type 'Web application' from Google's console, with the redirect address " +
    "PUBLIC_URL/api/auth/callback/google. Without one, a demo on this machine uses the sandbox's provider; elsewhere " +
    'the button is hidden. Token sync: POST /api/auth/session turns an identity token of EXTERNAL_TOKEN_ISSUER into ' +
    'a session (DELETE ends it). For Firebase the issuer is https://securetoken.google.com/PROJECT and the audience ' +
    'PROJECT.',
  settings: {
    GOOGLE_CLIENT_ID: { schema: z.string().max(300).optional(), about: 'The client id.' },
    GOOGLE_CLIENT_SECRET: { schema: z.string().max(300).optional(), about: 'The client secret.' },
    GOOGLE_DISCOVERY_URL: {
      schema: identityUrl.optional(),
      about: 'The discovery document of another OpenID provider to use instead of Google.',
      unset: `\`${GOOGLE_DISCOVERY_URL}\``,
      example: GOOGLE_DISCOVERY_URL,
    },
    EXTERNAL_TOKEN_ISSUER: {
      schema: identityUrl.optional(),
      about: 'The issuer of the tokens that token sync accepts.',
      unset: 'token sync is off',
      example: 'https://securetoken.google.com/PROJECT',
    },
    EXTERNAL_TOKEN_AUDIENCE: {
      schema: z.string().max(300).optional(),
      about: 'The audience of these tokens.',
      example: 'PROJECT',
    },
    EXTERNAL_TOKEN_JWKS_URL: {
      schema: identityUrl.optional(),
      about: "The address of the issuer's keys.",
      unset: "from the issuer's discovery document",
    },
    AUTH_TOKEN_MAX_AGE_SECONDS: {
      schema: wholeNumber(1, 3600).default(300),
      about: 'The maximum age of a token in token sync, in seconds.',
    },
    PROVIDER_PICTURE_ORIGINS: {
      schema: z
        .string()
        .transform((text) => text.split(/[\s,]+/).filter(Boolean))
        .pipe(z.array(z.string().regex(/^https?:\/\/[\w.-]+(:\d+)?$/, 'must be origins, like https://img.example')))
        .optional(),
      about: 'Origins from which pictures of people who sign in elsewhere may be loaded, separated by spaces.',
      unset: `\`${GOOGLE_PICTURES}\` if one of these providers is set`,
      example: GOOGLE_PICTURES,
    },
  },
});

interface OpenIdSettings {
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface TokenIssuerSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Unset: from the discovery document. */
  readonly jwksUrl: string | undefined;
  readonly maxAgeSeconds: number;
}

export interface SignInConfig {
  /** The provider behind 'Continue with Google'; `embedded` is the sandbox. Unset: the button is hidden. */
  readonly google: OpenIdSettings | 'embedded' | undefined;
  /** Whose tokens `POST /api/auth/session` accepts, if any. */
  readonly tokens: TokenIssuerSettings | undefined;
  /** Origins from which pictures of people who sign in this way may be loaded. */
  readonly pictureOrigins: readonly string[];
}

/** @param standIn whether the sandbox, where anyone can sign in as anyone, may replace Google */
export function signInConfig(env: ValuesOf<typeof SIGN_IN>, { standIn }: { standIn: boolean }): SignInConfig {
  const google = allOrNone(env, {
    all: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    beside: ['GOOGLE_DISCOVERY_URL'],
  });
  const tokens = allOrNone(env, {
    all: ['EXTERNAL_TOKEN_ISSUER', 'EXTERNAL_TOKEN_AUDIENCE'],
    beside: ['EXTERNAL_TOKEN_JWKS_URL'],
  });
  const embedded = standIn ? 'embedded' : undefined;
  return {
    google: google
      ? {
          clientId: google.GOOGLE_CLIENT_ID,
          clientSecret: google.GOOGLE_CLIENT_SECRET,
          discoveryUrl: env.GOOGLE_DISCOVERY_URL ?? GOOGLE_DISCOVERY_URL,
        }
      : embedded,
    tokens: tokens && {
      issuer: tokens.EXTERNAL_TOKEN_ISSUER,
      audience: tokens.EXTERNAL_TOKEN_AUDIENCE,
      jwksUrl: env.EXTERNAL_TOKEN_JWKS_URL,
      maxAgeSeconds: env.AUTH_TOKEN_MAX_AGE_SECONDS,
    },
    pictureOrigins: env.PROVIDER_PICTURE_ORIGINS ?? (google || tokens ? [GOOGLE_PICTURES] : []),
  };
}
