import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useRef, useState } from 'react';
import { toast } from '../../ui/toast.ts';

/** A transaction id with a copy button. If the browser cannot copy, the text is selected instead. */
export function TransactionId({ id }: { id: string }) {
  const text = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), 2000);
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      toast.error('Press Ctrl+C or ⌘C to copy it.');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code ref={text} className="min-w-0 font-mono text-[0.9375rem] break-all">
        {id}
      </code>
      <button
        type="button"
        aria-label={`Copy the transaction id ${id}`}
        onClick={() => void copy()}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink print:hidden"
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </span>
  );
}
