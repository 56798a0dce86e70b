import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { modalLook, openModal } from './modal.ts';
import { ProgressBar } from './progress-bar.tsx';
import { slowMillis } from './slow-notice.tsx';
import { Spinner } from './spinner.tsx';
import { reloadOnce } from './stale-script.ts';

/** A script that arrives earlier shows no second panel. */
const lateMillis = 250;
const reloadMillis = 5000;

export const notOpened = 'This could not be opened. Check your connection and try again.';

type OpeningProps = { load: () => Promise<void>; onLoaded: () => void; onClose: () => void };

/**
 * In the place of a dialog whose script has not arrived: a progress bar, then a panel that says so, and when the script
 * cannot be had, offers to try again. A script that arrives later still opens the dialog.
 */
export function OpeningDialog({ load, onLoaded, onClose }: OpeningProps) {
  const [step, setStep] = useState<'begun' | 'late' | 'failed' | 'again'>('begun');
  const isTrying = step !== 'failed';
  const begin = useEffectEvent((fail: () => Promise<void>) => void load().then(onLoaded, fail));
  useEffect(() => {
    if (!isTrying) return;
    let isOver = false;
    const fail = async (): Promise<void> => {
      // A release may have removed the script. A dialog in the URL opens again.
      const reloads = await reloadOnce(() => !isOver);
      // The browser may ask whether to leave the page, and the reader may stay.
      if (reloads) await new Promise((resolve) => window.setTimeout(resolve, reloadMillis));
      if (!isOver) setStep('failed');
    };
    begin(fail);
    const late = window.setTimeout(() => setStep((now) => (now === 'begun' ? 'late' : now)), lateMillis);
    const slow = window.setTimeout(() => setStep('failed'), slowMillis);
    return () => {
      isOver = true;
      window.clearTimeout(late);
      window.clearTimeout(slow);
    };
  }, [isTrying]);
  if (step === 'begun') return <ProgressBar />;
  return (
    <OpeningPanel isTrying={isTrying} onTryAgain={step !== 'late' && (() => setStep('again'))} onClose={onClose} />
  );
}

function OpeningPanel({
  isTrying,
  onTryAgain,
  onClose,
}: {
  isTrying: boolean;
  onTryAgain: false | (() => void);
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const closeModal = openModal(element);
    // Not the button: the key that was pressed to open the dialog may be pressed twice.
    element.focus();
    return closeModal;
  }, []);
  useEffect(() => {
    if (!isTrying) again.current?.focus();
  }, [isTrying]);
  return createPortal(
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={id}
      // When the browser has closed it, after Esc.
      onClose={() => dialog.current && onClose()}
      className={modalLook}
    >
      <div className="my-auto grid gap-4 rounded-panel border border-line bg-surface p-6 shadow-float max-sm:mx-4 sm:row-start-2 sm:w-96">
        <p id={id} role="status" className="flex min-h-12 items-center gap-3">
          {isTrying && <Spinner className="text-pine" />}
          {isTrying ? 'Opening…' : notOpened}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {onTryAgain && (
            <Button ref={again} busy={isTrying} onClick={onTryAgain}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
