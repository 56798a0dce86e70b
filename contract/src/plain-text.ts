/**
 * What people write to each other stays text, and reads as it was written. Removed are control characters (but not
 * tab and line break), the byte order mark, and every mark that embeds, overrides or isolates a direction: with those
 * 'gpj.exe' can be shown as 'exe.jpg'. The plain marks of direction (U+200E, U+200F, U+061C), which Hebrew and Arabic
 * need, and the joiners of emoji stay.
 */
// oxlint-disable-next-line no-control-regex
const DECEIVING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/**
 * A text as it is kept: deceiving characters taken out (not refused: whoever pastes from a document does not see
 * them), line breaks as '\n', composed (NFC), without blanks at its ends.
 *
 * Pure, and the same for the same text ever after: a message sent again compares equal to the one that was kept.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(DECEIVING, '')
    .normalize('NFC')
    .trim();
}

/** Whether there is anything to see in it: blanks, marks and joiners alone show nothing. */
export function showsSomething(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
