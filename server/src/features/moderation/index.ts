/** Reports for other features. */
export { forgetReasonsOf, listReportsBy } from './store.ts';
