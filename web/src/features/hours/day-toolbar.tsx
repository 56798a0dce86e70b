import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

type DayButton = {
  name: string;
  label: string;
  /** Shown next to the icon on wide screens. */
  text: string;
  icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>;
  isOff?: boolean;
  isOpen?: boolean;
  onPress: () => void;
};

/** The buttons of a day. One of them has the tab stop, and the left and right keys move it: a week has seven stops, not 21. */
export function DayToolbar({
  label,
  hasTexts,
  buttons,
}: {
  label: string;
  hasTexts: boolean;
  buttons: readonly DayButton[];
}) {
  const root = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(buttons[0]?.name);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, currentTarget, altKey, ctrlKey, metaKey } = event;
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || altKey || ctrlKey || metaKey) return;
    const isMirrored = getComputedStyle(currentTarget).direction === 'rtl';
    const by = (key === 'ArrowRight') === isMirrored ? -1 : 1;
    const found = [...(root.current?.querySelectorAll('button') ?? [])];
    event.preventDefault();
    found[found.findIndex((button) => button === currentTarget) + by]?.focus();
  };
  return (
    <div ref={root} role="toolbar" aria-label={label} className="-me-3 flex md:me-0 md:self-start">
      {buttons.map(({ name, label: ofButton, text, icon: Icon, isOff = false, isOpen, onPress }) => (
        <Button
          key={name}
          variant="quiet"
          size="small"
          className="px-3!"
          title={ofButton}
          aria-label={ofButton}
          aria-disabled={isOff}
          aria-expanded={isOpen}
          data-button={name}
          tabIndex={name === stop ? 0 : -1}
          onFocus={() => setStop(name)}
          onKeyDown={onKeyDown}
          onClick={() => isOff || onPress()}
        >
          <Icon className="size-5" aria-hidden="true" />
          {hasTexts && <span className="max-xl:hidden">{text}</span>}
        </Button>
      ))}
    </div>
  );
}
