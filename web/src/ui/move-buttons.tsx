import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from './button.tsx';

/** Moves an item of a list one place up or down. The buttons keep the focus at the ends of the list. */
export function MoveButtons({
  name,
  isFirst,
  isLast,
  className = '',
  onMove,
}: {
  /** The item's name, for screen readers. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  className?: string;
  onMove: (by: -1 | 1) => void;
}) {
  const directions = [
    { by: -1, Icon: ArrowUp, word: 'up', isEnd: isFirst },
    { by: 1, Icon: ArrowDown, word: 'down', isEnd: isLast },
  ] as const;
  return directions.map(({ by, Icon, word, isEnd }) => (
    <Button
      key={by}
      variant="quiet"
      size="small"
      className={className}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onMove(by)}
    >
      <Icon className="size-5" aria-hidden="true" />
      <span className="sr-only">
        Move {name} {word}
      </span>
    </Button>
  ));
}
