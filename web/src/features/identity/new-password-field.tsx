import { PasswordField } from '../../ui/password-field.tsx';

/** The field of a new password, with the rule as its hint. The form checks it. */
export function NewPasswordField({
  label = 'Password',
  name,
  error,
}: {
  label?: string;
  name: string;
  error: string | undefined;
}) {
  return (
    <PasswordField
      label={label}
      name={name}
      hint="6 characters or more, with an uppercase letter, a number and one of !@#$&*."
      autoComplete="new-password"
      error={error}
    />
  );
}
