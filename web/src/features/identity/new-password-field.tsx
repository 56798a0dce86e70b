import { PasswordField } from '../../ui/password-field.tsx';

/** A password to be set, checked with `newPasswordRule`. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  error,
}: {
  label?: string;
  name?: string;
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
