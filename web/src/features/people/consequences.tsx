import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The consequences of an action in its dialog: loading, failed, or the sentences. */
export function Consequences({
  sentences,
  failure,
  query,
}: {
  sentences: readonly string[] | undefined;
  failure: string | undefined;
  query: { refetch: () => unknown; isFetching: boolean };
}) {
  if (sentences) {
    return (
      <ul className="grid list-disc gap-1.5 ps-5 text-[0.9375rem] marker:text-muted">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  }
  if (failure === undefined) {
    return (
      <div className="grid gap-2">
        <p role="status" className="sr-only">
          Loading…
        </p>
        <Skeleton className="h-6" />
        <Skeleton className="h-6 w-2/3" />
      </div>
    );
  }
  return (
    <div role="alert" className="grid justify-items-start gap-3 text-[0.9375rem]">
      <p>We could not load the effects on future appointments. {failure}</p>
      <Button variant="secondary" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
