/** Says until when a slot is held. The live region exists before its text, so that it is announced. */
export function HoldNote({ children }: { children: string | undefined }) {
  return (
    <p role="status" className="me-auto self-center text-sm text-muted empty:hidden max-sm:w-full sm:max-w-72">
      {children}
    </p>
  );
}
