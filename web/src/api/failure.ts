import { fieldOf, textField, unreachable } from './http.ts';

/** Why a call failed, read from the thrown value. */
export type Failure = {
  /**
   * `refused`: the server's final answer. `signed-out`: the session has ended. `unanswered`: unknown whether the
   * request was carried out; the same request may be sent again.
   */
  kind: 'refused' | 'signed-out' | 'unanswered';
  /** The HTTP status; 0 if no answer arrived. */
  status: number;
  /** The code of the refusal. */
  code: string | undefined;
  /** The server's message; undefined if no answer arrived. */
  message: string | undefined;
  /** Details of the refusal, unvalidated. */
  data: unknown;
};

export function readFailure(error: unknown): Failure {
  const found = fieldOf(error, 'status');
  const status = typeof found === 'number' ? found : 0;
  return {
    kind: kindOf(status),
    status,
    code: textField(error, 'code'),
    message: error instanceof Error && status > 0 ? error.message : undefined,
    data: fieldOf(error, 'data'),
  };
}

/** Without a failure there is no message: a query or mutation that did not fail has the error null. */
type MessageOf<Failure> = Failure extends null ? undefined : string;

/** A message for the failure of a button: the server's own, if it sent one. */
export function failureMessage<Failure>(error: Failure): MessageOf<Failure>;
export function failureMessage(error: unknown): string | undefined {
  return error === null ? undefined : (readFailure(error).message ?? unreachable);
}

/** The same for a form with typed text. */
export function formFailureMessage<Failure>(error: Failure): MessageOf<Failure>;
export function formFailureMessage(error: unknown): string | undefined {
  return error === null ? undefined : (readFailure(error).message ?? `${unreachable} What you typed is still here.`);
}

/** The message of a refusal, by the field that shows it, for the form's `refuse`; `undefined` if no field does. */
export function refusalAt<Field extends string>(
  error: unknown,
  fieldOfRefusal: Readonly<Record<string, Field>>,
): Partial<Record<Field, string>> | undefined {
  const field = fieldOfRefusal[readFailure(error).code ?? ''];
  // The key is a field.
  return field && ({ [field]: failureMessage(error) } as Partial<Record<Field, string>>);
}

/** The message below the form, unless a field shows the failure. */
export function messageBelow(
  error: Error | null,
  fieldOfRefusal: Readonly<Record<string, string>>,
  messageOf: (error: unknown) => string | undefined = failureMessage,
): string | undefined {
  return refusalAt(error, fieldOfRefusal) ? undefined : messageOf(error);
}

/** Whether the thing does not exist, or not for this person. */
export function isNotFound(error: unknown): boolean {
  return readFailure(error).status === 404;
}

/** After 408 and 429, the same request may succeed later. */
function kindOf(status: number): Failure['kind'] {
  if (status === 401) return 'signed-out';
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'refused' : 'unanswered';
}
