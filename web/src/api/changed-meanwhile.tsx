import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { failureMessage } from './failure.ts';

/** Shown when somebody else saved first. Keeps the input and asks the user which version to keep. */
export function ChangedMeanwhile({ isOpen, ...choice }: { isOpen: boolean } & Choice) {
  return <div role="alert">{isOpen && <Question {...choice} />}</div>;
}

type Choice = {
  busy: boolean;
  onReplace: () => void;
  /** Loads the other version and discards the input. If it cannot be loaded, it rejects and the input stays. */
  onReload: () => Promise<void>;
};

function Question({ busy, onReplace, onReload }: Choice) {
  const box = useRef<HTMLDivElement>(null);
  const reload = useMutation({ mutationFn: onReload });
  useLayoutEffect(() => {
    // In a dialog, the buttons at its foot cover what does not fit.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className="grid gap-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
      <p>
        Somebody else saved a change in the meantime. Your input is still in the fields above, but it is not saved yet.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy} onClick={onReplace}>
          Replace their changes with mine
        </Button>
        <Button variant="secondary" size="small" busy={reload.isPending} onClick={() => reload.mutate()}>
          Discard my changes and load theirs
        </Button>
      </div>
      {reload.error && <p>{failureMessage(reload.error)}</p>}
    </div>
  );
}
