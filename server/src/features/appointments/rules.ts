/**
 * Whether two names may be the same person's: apart from letter case, accents, punctuation and white space ('José Núñez',
 * 'JOSE NUNEZ'). Pure.
 */
export function isSamePatientName(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
