/**
 * A text as searches compare it: without letter case, accents and kinds of apostrophes. The database has the same function,
 * `fold_name` (0002_people.sql); a test compares the two.
 */
export function foldName(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .replaceAll(/[æÆ]/g, 'ae')
    .replaceAll(/[œŒ]/g, 'oe')
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[đĐ]/g, 'd')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** The words of a search, folded. A text matches if, folded, it contains each of them. */
export function searchedWords(search: string): readonly string[] {
  return foldName(search).split(/\s+/).filter(Boolean);
}
