import { failureMessage } from '../../api/failure-message.ts';
import { fieldOf, textField, unreachable } from '../../api/http.ts';

const fields = ['name', 'email', 'password', 'specialty', 'photoURL'] as const;
export type RegistrationField = (typeof fields)[number];

/** Why a doctor could not be registered: sentences at the fields that they are about, and one for the form. */
export type RegistrationTrouble = {
  atFields: readonly { field: RegistrationField; message: string }[];
  message: string | undefined;
  /** The server's last word on these values, as against no answer. */
  isFinal: boolean;
};

const fieldOfRefusal: Readonly<Record<string, RegistrationField>> = {
  EMAIL_TAKEN: 'email',
  SPECIALTY_UNKNOWN: 'specialty',
};

/** Reads what `client.doctors.register` threw. The details come unchecked from the wire and are checked here. */
export function readRegistrationTrouble(error: unknown): RegistrationTrouble {
  const status = fieldOf(error, 'status');
  const isFinal = typeof status === 'number' && status >= 400 && status < 500 && status !== 408 && status !== 429;
  const field = fieldOfRefusal[textField(error, 'code') ?? ''];
  if (field) return { atFields: [{ field, message: failureMessage(error) }], message: undefined, isFinal };

  const issues = fieldOf(fieldOf(error, 'data'), 'issues');
  const atFields = Array.isArray(issues) ? issues.flatMap(readIssue) : [];
  if (atFields.length > 0) return { atFields, message: undefined, isFinal };
  return { atFields, message: typeof status === 'number' && status > 0 ? failureMessage(error) : unreachable, isFinal };
}

function readIssue(issue: unknown): { field: RegistrationField; message: string }[] {
  const field = fields.find((known) => known === textField(issue, 'path'));
  const message = textField(issue, 'message');
  return field && message ? [{ field, message }] : [];
}
