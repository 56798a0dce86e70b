import { hasVisibleText } from '@openhours/contract/plain-text.ts';
import { EmailInput } from '@openhours/contract/wire.ts';

/** Control characters, line breaks, and marks that reorder text so that a name looks like another one. */
const DECEIVING = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/**
 * What email programs turn into a link: a scheme, `www.`, or words joined by a dot, as in 'evil.example'. A dot after
 * one letter ('J.Smith') or before a space ('Dr. Smith') is allowed. Full stops of other scripts count too: browsers
 * read them as dots in an address.
 */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]{2}[.\u3002\uff0e\uff61]\p{L}{2}|\.[\p{L}\p{N}]+\/|\d+\.\d+\.\d+/iu;
/** An uploaded image, or one of the portraits shipped with the product. */
const OWN_IMAGE = /^(\/images\/[0-9a-f]{64}\.webp|\/portraits\/[a-z0-9-]+\.svg)$/;

export const NOT_OUR_IMAGE = 'The photo must be an image that was uploaded here';

/**
 * What is wrong with changes to a profile, as a sentence, or `undefined`. A field that is `undefined` is not changed.
 * Names: 1 to 100 visible characters, no web address. Pictures: only addresses of images that the clinic serves;
 * whether the image exists is checked in the database.
 */
export function profileFault({ name, image }: { name?: unknown; image?: unknown }): string | undefined {
  if (name !== undefined) {
    if (typeof name !== 'string' || !hasVisibleText(name)) return 'Name is Required';
    if (name.length > 100) return 'Name must be at most 100 characters long';
    if (DECEIVING.test(name)) return 'Name must not contain control characters';
    if (WEB_ADDRESS.test(name.normalize('NFKC')))
      return 'Name must not contain a web address: put a space after each full stop';
  }
  if (image !== undefined && image !== null && image !== '') {
    if (typeof image !== 'string' || image.length > 500 || !OWN_IMAGE.test(image)) {
      return NOT_OUR_IMAGE;
    }
  }
  return undefined;
}

/** How far another system's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 10;

/**
 * The person in a provider's answer, as we would store them. Their address counts as confirmed only if the provider
 * says so. A name that we would refuse is replaced by the part before the @ (with spaces for dots); a picture from
 * outside `pictureOrigins` is dropped.
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
  const name = profileFault({ name: identity.name ?? '' }) ? undefined : identity.name;
  return {
    email,
    emailVerified: identity.emailVerified && email !== undefined,
    name: name ?? nameFromEmail(email),
    image: isPictureOf(identity.picture, pictureOrigins) ? identity.picture : undefined,
  };
}

function nameFromEmail(email: string | undefined): string {
  const [localPart = ''] = email?.split('@') ?? [];
  return localPart.replaceAll('.', ' ').trim().slice(0, 100);
}

function isPictureOf(picture: string | undefined, origins: readonly string[]): boolean {
  if (picture === undefined || picture.length > 500 || !URL.canParse(picture)) return false;
  const { origin, username, password } = new URL(picture);
  return origins.includes(origin) && username === '' && password === '';
}

/**
 * Whether a provider's token is fresh enough for a session: issued, and the person signed in there, at most
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
