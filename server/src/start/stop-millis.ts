/**
 * How long a stop takes at most after balancers have had their time: requests 10 s, jobs 10 s, messages 6 s and traces 3 s.
 * `deploy` gives it longer.
 */
export const STOP_MILLIS = 29_000;
