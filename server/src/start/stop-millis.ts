/**
 * How long a stop may take after `DRAIN_SECONDS`: requests 10 s, jobs 10 s, messages 6 s and traces 3 s. The examples in
 * `deploy` allow longer.
 */
export const STOP_MILLIS = 29_000;
