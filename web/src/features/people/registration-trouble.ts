import { formFailureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf, textField } from '../../api/http.ts';

const fields = ['name', 'email', 'password', 'specialty', 'photoURL'] as const;
export type RegistrationField = (typeof fields)[number];

/** Why a doctor could not be registered: messages for fields, and one for the form. */
export type RegistrationTrouble = {
  atFields: readonly { field: RegistrationField; message: string }[];
  message: string | undefined;
  /** Whether the server refused these values, as opposed to no answer. */
  isFinal: boolean;
};

const fieldOfRefusal: Readonly<Record<string, RegistrationField>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_REFUSED: 'password',
  SPECIALTY_UNKNOWN: 'specialty',
};

/** Reads the error of `client.doctors.register`, whose details are unvalidated. */
export function readRegistrationTrouble(error: unknown): RegistrationTrouble {
  const { kind, code = '', data } = readFailure(error);
  const message = formFailureMessage(error);
  const isFinal = kind !== 'unanswered';
  const field = fieldOfRefusal[code];
  if (field) return { atFields: [{ field, message }], message: undefined, isFinal };

  const issues = fieldOf(data, 'issues');
  const atFields = Array.isArray(issues) ? issues.flatMap(readIssue) : [];
  if (atFields.length > 0) return { atFields, message: undefined, isFinal };
  return { atFields, message, isFinal };
}

function readIssue(issue: unknown): { field: RegistrationField; message: string }[] {
  const field = fields.find((known) => known === textField(issue, 'path'));
  const message = textField(issue, 'message');
  return field && message ? [{ field, message }] : [];
}
