/**
 * Node looks for the last mapping before a place, also on lines above. So without an end, a mapping would also be that of the
 * lines after it that have none: a stack trace would name a file of ours for each function of a package. This puts a
 * mapping to nothing ('A', column 0) at the first of such lines.
 *
 * @param mappings of a source map
 */
export function endMappingsAtOtherLines(mappings: string): string {
  const lines = mappings.split(';');
  const ended = lines.map((line, index) => (line === '' && lines[index - 1] ? 'A' : line));
  // Node does not read a mapping to nothing that nothing follows.
  return `${ended.join(';')};`;
}
