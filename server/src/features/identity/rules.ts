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
