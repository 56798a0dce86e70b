import { EmailInput } from '@openhours/contract/wire.ts';

/** Control characters, and the marks that reorder text so that a name reads as another one. */
const DECEIVING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What one sees: letters, digits, punctuation, symbols; not blanks, marks or joiners alone. */
const SHOWS = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** An uploaded image, or one of the portraits that come with the clinic. */
const OWN_IMAGE = /^(\/images\/[0-9a-f]{64}\.webp|\/portraits\/[a-z0-9-]+\.svg)$/;

export const NOT_OUR_IMAGE = 'The photo must be an image that was uploaded here';

/**
 * What is wrong with a profile as a person wants it, as a sentence, or `undefined`. A field that is `undefined` is
 * not being changed. Names: 1 to 100 characters that show. Pictures: only images that the clinic itself
 * serves, by their address; whether there is such an image, the database says.
 */
export function profileFault(profile: { name: unknown; image: unknown }): string | undefined {
  const { name, image } = profile;
  if (name !== undefined) {
    if (typeof name !== 'string' || !SHOWS.test(name)) return 'Name is Required';
    if (name.length > 100) return 'Name must be at most 100 characters long';
    if (DECEIVING.test(name)) return 'Name must not contain control characters';
  }
  if (image !== undefined && image !== null && image !== '') {
    if (typeof image !== 'string' || image.length > 500 || !OWN_IMAGE.test(image)) {
      return NOT_OUR_IMAGE;
    }
  }
  return undefined;
}

/** How far ahead of ours the clock of another place may be. */
const CLOCK_SKEW_SECONDS = 10;

/**
 * The person whom another place describes, as we would write them down. The place vouches for an address only if it is
 * one. A name that we would refuse gives way to the part before the @, a picture from elsewhere than `pictureOrigins` to
 * none.
 */
export function personFromIdentity(
  identity: {
    readonly email: string | undefined;
    readonly emailVerified: boolean;
    readonly name: string | undefined;
    readonly picture: string | undefined;
  },
  pictureOrigins: readonly string[],
): { email: string | undefined; emailVerified: boolean; name: string; image: string | undefined } {
  const { data: email } = EmailInput.safeParse(identity.email);
  const name = profileFault({ name: identity.name ?? '', image: undefined }) ? undefined : identity.name;
  return {
    email,
    emailVerified: identity.emailVerified && email !== undefined,
    name: name ?? email?.split('@')[0]?.slice(0, 100) ?? '',
    image: isPictureOf(identity.picture, pictureOrigins) ? identity.picture : undefined,
  };
}

function isPictureOf(picture: string | undefined, origins: readonly string[]): boolean {
  if (picture === undefined || picture.length > 500 || !URL.canParse(picture)) return false;
  const { origin, username, password } = new URL(picture);
  return origins.includes(origin) && username === '' && password === '';
}

/**
 * Whether another place's token is fresh enough to become a session: issued, and its person seen there, at most
 * `maxAgeSeconds` ago (specification: 300 by default).
 */
export function isFresh(
  token: { readonly issuedAt: Date; readonly authenticatedAt: Date | undefined },
  { now, maxAgeSeconds }: { readonly now: Date; readonly maxAgeSeconds: number },
): boolean {
  const secondsAgo = (instant: Date) => (now.getTime() - instant.getTime()) / 1000;
  const issued = secondsAgo(token.issuedAt);
  const seen = token.authenticatedAt === undefined ? issued : secondsAgo(token.authenticatedAt);
  return issued >= -CLOCK_SKEW_SECONDS && issued <= maxAgeSeconds && seen <= maxAgeSeconds;
}
