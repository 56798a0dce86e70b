/** How much one person may upload per day. */
export const UPLOADS_A_DAY = 50;
/** How often somebody may upload whose address nobody has confirmed: a photo, and some more tries. */
export const UPLOADS_A_DAY_UNCONFIRMED = 5;
export const UPLOADED_BYTES_A_DAY = 100 * 1024 * 1024;
/** How long an unused image is kept. */
const RETENTION_HOURS = 24;

/** The day of an upload's quota, 'YYYY-MM-DD' in UTC. */
export function quotaDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Images not wanted since this moment are deleted. */
export function sweepBefore(now: Date): Date {
  return new Date(now.getTime() - RETENTION_HOURS * 3_600_000);
}

/**
 * The memory (resident set) that the decoder process may use, itself included: it starts at about 65 MB. Within the
 * pixel limits, the peaks measured were 320 MB for a progressive JPEG, 280 MB for GIF and for interlaced PNG of 8 bits,
 * 120 MB for WebP, and 340 MB for an AVIF of 8 bits with transparency. Beyond it are only rare files: AVIF of 12 bits and
 * large interlaced PNG of 16 bits.
 */
export const DECODER_MEMORY_BYTES = 384 * 1024 * 1024;
/** The time that one picture may take to decode. */
export const DECODER_DEADLINE_MILLIS = 8000;
