import type { Hono } from 'hono';
import type { ProviderApi } from './disturbances.ts';

/**
 * A service that the sandbox imitates, in its own folder. A part speaks the service's real protocol; its pages have
 * full paths, because some protocols fix theirs.
 */
export interface SandboxPart {
  /** Its page, linked from the front page. */
  path: string;
  title: string;
  summary: string;
  pages: Hono;
  /** The calls from the clinic's server, which tests can disturb; a part may have none. */
  api?: ProviderApi;
  stop(): Promise<void>;
}
