/**
 * Shown above a loading outline: announces loading, and shows a sentence once the first attempt has failed.
 */
export function LateNotice({ query }: { query: { failureCount: number; isPaused: boolean } }) {
  const isLate = query.failureCount > 0 || query.isPaused;
  return (
    <p role="status" className={isLate ? 'mb-3 text-muted' : 'sr-only'}>
      {isLate ? 'Having trouble reaching the clinic. Trying again…' : 'Loading…'}
    </p>
  );
}
