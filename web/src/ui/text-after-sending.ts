/** What stays in the form after `sent` was posted: text typed meanwhile. */
export function textAfterSending(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
