import { Button } from './button.tsx';
import { FormErrorText } from './form-error.tsx';

/** A small error for a part of a form or page that could not be loaded: a message and a retry button. */
export function LoadError({
  message,
  query,
}: {
  message: string;
  query: { refetch: () => unknown; isFetching: boolean };
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="alert">
        <FormErrorText message={message} />
      </div>
      <Button variant="secondary" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
