/**
 * Characters removed from text that people write: control characters (except tab and line break), the byte order mark,
 * and every mark that embeds, overrides or isolates a direction, because those can show 'gpj.exe' as 'exe.jpg'. The
 * plain direction marks that Hebrew and Arabic need (U+200E, U+200F, U+061C) and the joiners of emoji stay.
 */
// oxlint-disable-next-line no-control-regex -- It removes these very characters.
const DECEIVING = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/**
 * More combining marks in a row than any language needs (UAX #15, Stream-Safe Text Format). `normalize` sorts them in
 * quadratic time, so thousands would block the server. They would also cover the lines of text above.
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Text as it is stored: deceptive characters removed (not refused: a person who pastes them cannot see them), line
 * breaks as '\n', composed (NFC), with at most 30 marks on a character, and trimmed.
 *
 * Pure and idempotent: a message sent again compares equal to the stored one.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(DECEIVING, '')
    .replaceAll(MARKS, '$1')
    .normalize('NFC')
    .replaceAll(MARKS, '$1') // NFC splits some marks into two.
    .trim();
}

/** Whether the text has a visible character. Blanks, marks, joiners and invisible letters or symbols (Hangul, Braille, music) do not count. */
export function hasVisibleText(text: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
