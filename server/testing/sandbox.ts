/** The sandbox, for tests. (Lint stops product code from importing it.) */
export { type Sandbox, startSandbox } from '@openhours/sandbox';
