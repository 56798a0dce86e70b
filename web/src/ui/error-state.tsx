import { CloudAlert } from 'lucide-react';
import { Button } from './button.tsx';

/** A part of a page that could not be loaded: a sentence and a way to try again. */
export function ErrorState({ message, onRetry, busy }: { message: string; onRetry: () => void; busy?: boolean }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <CloudAlert className="size-10 text-danger" strokeWidth={1.5} aria-hidden="true" />
      <p className="max-w-md">{message}</p>
      <Button variant="secondary" onClick={onRetry} busy={busy ?? false}>
        Try again
      </Button>
    </div>
  );
}
