/** Escapes text for an element or a quoted attribute, in HTML and XML, and what looks like a placeholder of `fill`. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']|_(?=_)/g, (character) => `&#${character.charCodeAt(0)};`);
}
