/**
 * The characters of a booking's reference. No vowels, so that no word appears by chance. No two that look alike: of
 * 0 and O, 1, I and L, 2 and Z, 5 and S, 6 and G, 8 and B, U and V, at most one is used.
 */
export const REFERENCE_ALPHABET = '23456789CDFHJKMNPQRTWX';
export const REFERENCE_LENGTH = 6;

/** The form of a reference, 'K7M4PX'. Those that are drawn begin with a letter: 72 million. Knowing one gives no access to the booking. */
export const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`);

/**
 * Reads a reference as a person typed it; case, spaces and hyphens are ignored.
 *
 * @returns the reference, or `undefined` if the text cannot be one
 */
export function readReference(text: string): string | undefined {
  const reference = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return REFERENCE_PATTERN.test(reference) ? reference : undefined;
}
