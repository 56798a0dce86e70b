/** The id in a parameter of the URL; '' if it is missing or no id. */
export function idInUrl(text: string | null): string {
  return text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : '';
}
