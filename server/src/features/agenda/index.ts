/** What other features may import from the agenda. */
export { delayMessage } from './mail-delay.ts';
export { SUMMARY_JOB, summaryJob, summaryMessage } from './morning-summary.ts';
