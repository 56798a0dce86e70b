import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WrittenText } from '../feed/written-text.tsx';
import { bubbleLook } from './message-bubble.tsx';
import type { Unsent } from './outbox.ts';

type UnsentBubbleProps = {
  unsent: Unsent;
  /** False if another attempt cannot succeed. */
  onTryAgain: false | (() => void);
  onRemove: () => void;
};

/** A message that is being sent or has failed. It stays until it is sent or removed. */
export function UnsentBubble({ unsent, onTryAgain, onRemove }: UnsentBubbleProps) {
  const { trouble } = unsent;
  return (
    <div className="flex flex-col items-end">
      <p className="sr-only">You</p>
      <div className={classNames(bubbleLook(true), trouble === undefined ? 'opacity-75' : 'border-danger!')}>
        <WrittenText text={unsent.message} />
      </div>
      {trouble === undefined ? (
        <p className="px-1 text-xs text-muted">Sending…</p>
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-x-1">
          <p role="alert" className="flex items-center gap-1 px-1 text-sm text-danger">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {trouble}
          </p>
          {onTryAgain && (
            <Button variant="quiet" size="small" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onRemove}>
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}
