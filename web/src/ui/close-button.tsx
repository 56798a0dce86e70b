import X from 'lucide-react/icons/x';
import { classNames } from './class-names.ts';

/** Closes the dialog or message that contains it. */
export function CloseButton({ onClick, className }: { onClick: () => void; className: string }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className={classNames('grid size-11 shrink-0 place-items-center rounded-full', className)}
    >
      <X className="size-5" aria-hidden="true" />
    </button>
  );
}
