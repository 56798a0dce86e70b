/** Escapes text for an element or a quoted attribute, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
