/** Limits on posts, messages, lists and live events that browser and server share. No schema, so importing it stays cheap. */

/** The maximum length of a text in UTF-16 units, the unit of `String.length`, so that counters agree. */
export const MAX_POST_LENGTH = 5000;
export const MAX_MESSAGE_LENGTH = 2000;
/** Of the description of an image. */
export const MAX_IMAGE_ALT_LENGTH = 300;
export const MAX_REASON_LENGTH = 500;

/** The most other appointments of a person that are listed. */
export const MOST_OTHERS = 50;

/** How long 'is typing' is shown after the last report, and how often a client reports it at most. */
export const TYPING_SHOWN_MILLIS = 6000;
export const TYPING_REPORTED_EVERY_MILLIS = 3000;

/** A live connection without a byte for this long (three heartbeats) is dead; the client opens another. */
export const LIVE_SILENCE_MILLIS = 45_000;
