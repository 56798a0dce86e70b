import type { Hono } from 'hono';

/**
 * One service of the outside world, in a folder of its own. A part speaks the service's real wire protocol; its pages
 * carry their full paths, because some protocols fix theirs.
 */
export interface SandboxPart {
  /** Where a person finds it, linked from the sandbox's front page. */
  path: string;
  title: string;
  summary: string;
  pages: Hono;
  stop(): Promise<void>;
}
