/** How much one person may upload on a day. */
export const UPLOADS_A_DAY = 50;
export const UPLOADED_BYTES_A_DAY = 100 * 1024 * 1024;
/** How long an image that nothing refers to is kept. */
export const KEPT_HOURS = 24;

/** The day whose quota an upload counts for, 'YYYY-MM-DD' in UTC. */
export function quotaDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Before which moment an image must have been wanted last, to go. */
export function sweepBefore(now: Date): Date {
  return new Date(now.getTime() - KEPT_HOURS * 3_600_000);
}

/** What makes a file a page, a program or a drawing that runs scripts, wherever in it that stands. */
const ACTIVE_MARKUP = /<(script|html|body|iframe|svg|!doctype|\?php)[\s>/]/i;
const PDF_HEADER = '%PDF-';
const PDF_READERS_LOOK_AT = 1024;
const ZIP_END = 'PK\x05\x06';
const ZIP_READERS_LOOK_AT = 65_557;

/**
 * Whether a file that begins as an image can be read as something else as well: a page, a script, a PDF (whose readers
 * look for its header in the first kilobyte) or an archive (whose readers look at the end). What we store is made anew
 * and would hold none of it; a file like that is still no honest picture. A film behind the picture is let pass:
 * telephones do that.
 */
export function hidesSomething(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return (
    ACTIVE_MARKUP.test(text) ||
    text.slice(0, PDF_READERS_LOOK_AT).includes(PDF_HEADER) ||
    text.slice(-ZIP_READERS_LOOK_AT).includes(ZIP_END)
  );
}
