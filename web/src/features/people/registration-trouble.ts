import { formFailureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf, textField } from '../../api/http.ts';

const fields = ['name', 'email', 'password', 'specialty', 'photoURL'] as const;
export type RegistrationField = (typeof fields)[number];

/** Why a doctor could not be registered: messages for fields, or one for the form. */
type RegistrationTrouble = {
  atFields: readonly { field: RegistrationField; message: string }[];
  message?: string;
};

const fieldOfRefusal: Readonly<Record<string, RegistrationField>> = {
  EMAIL_TAKEN: 'email',
  PASSWORD_REFUSED: 'password',
  SPECIALTY_UNKNOWN: 'specialty',
};

/** Reads the error of `client.doctors.register`, whose details are unvalidated. */
export function readRegistrationTrouble(error: unknown): RegistrationTrouble {
  const { code = '', data } = readFailure(error);
  const message = formFailureMessage(error);
  const field = fieldOfRefusal[code];
  if (field) return { atFields: [{ field, message }] };
  const issues = fieldOf(data, 'issues');
  const atFields = Array.isArray(issues) ? issues.flatMap(readIssue) : [];
  return atFields.length > 0 ? { atFields } : { atFields, message };
}

function readIssue(issue: unknown): { field: RegistrationField; message: string }[] {
  const field = fields.find((known) => known === textField(issue, 'path'));
  const message = textField(issue, 'message');
  return field && message ? [{ field, message }] : [];
}
