/** Numbers that browser and server share about posts, messages and live events. Plain data: no schema comes with it. */

/** How long a text may be, in UTF-16 units as `String.length` counts, so that a counter beside the field agrees. */
export const MAX_POST_LENGTH = 5000;
export const MAX_MESSAGE_LENGTH = 2000;
export const MAX_REASON_LENGTH = 500;

/** How long 'is typing' is shown after the last word of it, and how often a client that is typing says so at most. */
export const TYPING_SHOWN_MILLIS = 6000;
export const TYPING_TOLD_EVERY_MILLIS = 3000;

/** Without a byte for this long (three heartbeats), a live connection is dead and the client opens another one. */
export const LIVE_SILENCE_MILLIS = 45_000;
