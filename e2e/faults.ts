import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** What pages did wrong behind what can be seen, and what of it a test said that it causes on purpose. */
export interface Faults {
  /**
   * Says that this test causes such a fault itself, before or after it happens. Matches its text, in which the address
   * follows in brackets: `faults.expect(/409 .*\/api\/bookings/)`.
   */
  expect(pattern: string | RegExp): void;
  /** Every fault that no `expect` covers, in order. */
  unexpected(): string[];
  /** Starts to listen to every page of this context, also to those that open later. */
  watch(context: BrowserContext): Promise<void>;
}

/**
 * Collects, from every page: an error in the console, an exception or rejection that nobody caught, a violation of the
 * Content Security Policy (also one that is only reported), and a request to another machine, since the product works
 * without a network.
 */
export function collectFaults(): Faults {
  const seen: string[] = [];
  const expected: (string | RegExp)[] = [];
  return {
    expect: (pattern) => expected.push(pattern),
    unexpected: () => seen.filter((fault) => !expected.some((pattern) => fitsPattern(fault, pattern))),
    watch: async (context) => {
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'assert') seen.push(describeMessage(message));
      });
      context.on('weberror', (error) => {
        seen.push(`uncaught: ${error.error().stack ?? error.error().message} (${error.page()?.url() ?? ''})`);
      });
      context.on('request', (request) => {
        if (isForeign(request)) seen.push(`request to another machine: ${request.method()} (${request.url()})`);
      });
      await context.addInitScript(reportViolations);
    },
  };
}

/** Runs in every document, before its own scripts. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const where = event.sourceFile ? ` at ${event.sourceFile}:${event.lineNumber}` : '';
    console.error(`CSP violation: ${event.effectiveDirective} refused ${event.blockedURI}${where} ${event.sample}`);
  });
}

function describeMessage(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `console: ${message.text()} (${url}:${lineNumber})`;
}

function isForeign(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return /^(https?|wss?):$/.test(protocol) && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function fitsPattern(fault: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? fault.includes(pattern) : pattern.test(fault);
}
