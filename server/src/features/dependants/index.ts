/** What other features may import from dependants. */
export { presentDependant } from './presenter.ts';
