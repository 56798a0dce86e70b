/**
 * For a place in the bundle, Node takes the last mapping before it, also one of an earlier line. Lines of packages have no
 * mappings, so a stack trace would name a file of ours for each function of a package. This puts a mapping without a source
 * ('A', column 0) at the first line that has none, which ends the mapping before it.
 *
 * @param mappings of a source map
 */
export function endMappingsAtOtherLines(mappings: string): string {
  const lines = mappings.split(';');
  const ended = lines.map((line, index) => (line === '' && lines[index - 1] ? 'A' : line));
  // Node ignores a mapping without a source if no separator follows it.
  return `${ended.join(';')};`;
}
