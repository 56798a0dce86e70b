/** The second factor, for http/ and commands. */
export { attemptCode, TRIES_A_CODE } from './attempt-code.ts';
export { SessionToEnd } from './guard-changes.ts';
export { changeMessage } from './mail-change.ts';
export { resetByOperator } from './reset-second-factor.ts';
export { CHANGES_SECOND_FACTOR, watchSecondFactor } from './watch-changes.ts';
