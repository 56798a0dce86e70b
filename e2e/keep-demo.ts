import { keepDemo } from './clinic.ts';
import { demoEnv } from './fixtures.ts';

/** Playwright's `globalSetup`: the demo clinic that the workers' clinics copy. */
export default () => keepDemo(demoEnv);
