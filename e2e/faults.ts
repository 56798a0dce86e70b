import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Faults of pages that one does not see on the screen, and those among them that a test causes on purpose. */
export interface Faults {
  /**
   * Says that this test causes such a fault itself, before or after it happens. Matches its text, in which the address
   * follows in brackets. It excuses no request that failed: see `expectFailed`.
   */
  expect(pattern: string | RegExp): void;
  /** Declares that requests to this path fail in this test: with this status, or without an answer. */
  expectFailed(how: number | 'no answer', path: string | RegExp): void;
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
  const expected: ((fault: string) => boolean)[] = [];
  return {
    expect: (pattern) => expected.push((fault) => !isFailedRequest(fault) && fits(fault, pattern)),
    expectFailed: (how, path) =>
      expected.push((fault) => {
        const failed = failedRequest.exec(fault);
        return (
          failed !== null &&
          (how === 'no answer' ? failed[2] !== undefined : failed[1] === String(how)) &&
          fits(pathOf(failed[3]), path)
        );
      }),
    unexpected: () => seen.filter((fault) => !expected.some((covers) => covers(fault))),
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

/** What a page may ask the clinic for at any moment: calls, pictures, and scripts that it loads late or in advance. */
export const everythingOfClinic = /^\/(api|assets|images|portraits)\//;

/** What the console says of a request that failed: its status or the browser's own code, and its address. */
const failedRequest =
  /^console: Failed to load resource: (?:the server responded with a status of (\d{3}) .*|net::(ERR_\w+)) \((\S*?)(?::\d+)?\)$/;

const isFailedRequest = (fault: string): boolean => failedRequest.test(fault);

function pathOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).pathname : address;
}

function fits(text: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}
