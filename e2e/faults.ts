import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test';

/** Invisible faults of pages, and those among them that a test causes on purpose. */
export interface Faults {
  /**
   * Declares a fault that this test causes, before or after it happens. Matches its text, which ends with the address
   * in brackets. Does not cover failed requests: see `expectFailed`.
   */
  expect(pattern: string | RegExp): void;
  /** Declares that requests to this path fail in this test: with this status, or without an answer. */
  expectFailed(how: number | 'no answer', path: string | RegExp): void;
  /** Every fault that no `expect` covers, in order. */
  unexpected(): string[];
  /** Observes every page of this context, including later ones, until the returned function is called. */
  watch(context: BrowserContext): Promise<() => void>;
}

/**
 * Collects from every page: console errors, uncaught exceptions and rejections, violations of the Content Security
 * Policy (also report-only), and requests to other machines, because the product works without a network.
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
      const onMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'assert') seen.push(describeMessage(message));
      };
      const onError = (error: WebError) => {
        seen.push(`uncaught: ${error.error().stack ?? error.error().message} (${error.page()?.url() ?? ''})`);
      };
      const onRequest = (request: Request) => {
        if (isForeign(request)) seen.push(`request to another machine: ${request.method()} (${request.url()})`);
      };
      context.on('console', onMessage).on('weberror', onError).on('request', onRequest);
      if (!reporting.has(context)) {
        reporting.add(context);
        await context.addInitScript(reportViolations);
      }
      return () => {
        context.off('console', onMessage).off('weberror', onError).off('request', onRequest);
      };
    },
  };
}

/** Contexts whose documents report violations: one context can be observed by several tests, one after the other. */
const reporting = new WeakSet<BrowserContext>();

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

/** The console's message about a failed request: its status or the browser's code, and its address. */
const failedRequest =
  /^console: Failed to load resource: (?:the server responded with a status of (\d{3}) .*|net::(ERR_\w+)) \((\S*?)(?::\d+)?\)$/;

const isFailedRequest = (fault: string): boolean => failedRequest.test(fault);

function pathOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).pathname : address;
}

function fits(text: string, pattern: string | RegExp): boolean {
  return typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);
}
