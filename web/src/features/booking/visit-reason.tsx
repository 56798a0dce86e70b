import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';

/**
 * Focuses the field when the button has just shown it; it is empty then. Defined outside the component, because React
 * calls a ref function again whenever it is a new one.
 */
const focusIfEmpty = (area: HTMLTextAreaElement | null): void => {
  if (area?.value === '') area.focus();
};

/** An optional field, behind a button so that the window stays short. */
export function VisitReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const [isOpen, setIsOpen] = useState(value !== '');
  if (!isOpen) {
    return (
      <Button
        variant="quiet"
        size="small"
        className="-ms-3.5 justify-self-start sm:col-span-2"
        onClick={() => setIsOpen(true)}
      >
        Add a reason for the visit
      </Button>
    );
  }
  return (
    <TextArea
      ref={focusIfEmpty}
      label="Reason for the visit (optional)"
      hint="For the clinic's staff only."
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="sm:col-span-2"
    />
  );
}
