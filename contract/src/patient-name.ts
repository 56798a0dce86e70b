/**
 * Whether two names may be the same person's: apart from letter case, accents on Latin letters, punctuation and white space
 * ('José Núñez', 'JOSE NUNEZ'). Marks of other scripts are letters: 'राम' and 'रमा' are two names. Pure.
 */
export function isSamePatientName(a: string, b: string): boolean {
  return foldedName(a) === foldedName(b);
}

/** A name as `isSamePatientName` compares it. Pure. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/(?<=[A-Za-z])\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
