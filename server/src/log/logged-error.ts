const MAX_CAUSES = 6;
const E_MAIL = /[^\s"'(=,;:<]+@[^\s"'),;>]+/g;
/** PostgreSQL's class 22, data exceptions: their messages quote the value. */
const QUOTES_THE_VALUE = /^22[0-9A-Z]{3}$/;

/** The logged fields of an error. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  /** Where it was thrown: the stack without its first line, the message. */
  readonly stack?: string;
  /** For an answer that does not match the contract: the path and what was expected. */
  readonly issues?: readonly string[];
  readonly causes?: readonly unknown[];
}

/**
 * An error as it may be logged: enough to find the fault, without personal data. Left out are query parameters and row
 * values, which database errors include, and every email address.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutPeople(error) : typeof error;
  const code = textOf(error, 'code');
  const constraint = textOf(error, 'constraint');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const issues = issuesOf(error);
  const causes = [...(error instanceof AggregateError ? error.errors : []), error.cause].filter(Boolean);
  const logged: LoggedError = {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: messageOf(error, code),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(frames.length === 0 ? {} : { stack: frames.join('\n') }),
    ...(issues === undefined ? {} : { issues }),
    ...(causes.length === 0 || depth === MAX_CAUSES
      ? {}
      : { causes: causes.map((cause) => loggedError(cause, depth + 1)) }),
  };
  return logged;
}

function messageOf(error: Error, code: string | undefined): string {
  if (code !== undefined && QUOTES_THE_VALUE.test(code)) return 'the database refused a value';
  // Drizzle's message is the query, a line break, and its parameters.
  return withoutPeople(error.message.split('\nparams: ')[0] ?? '');
}

function withoutPeople(text: string): string {
  return text.replaceAll(E_MAIL, '…@…');
}

function issuesOf(error: Error): readonly string[] | undefined {
  if (!('issues' in error) || !Array.isArray(error.issues)) return undefined;
  return error.issues.map((issue: { path?: readonly unknown[]; message?: string }) =>
    withoutPeople(`${(issue.path ?? []).map(String).join('.')}: ${issue.message ?? ''}`),
  );
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}
