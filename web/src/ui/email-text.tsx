/** An email address that may break after its @. */
export function EmailText({ email, className }: { email: string; className?: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className={className}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
