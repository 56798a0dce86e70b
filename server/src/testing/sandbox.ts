/** The outside world, for tests that need one. (Product code cannot import it; lint sees to that.) */
export { type Sandbox, startSandbox } from '@openhours/sandbox';
