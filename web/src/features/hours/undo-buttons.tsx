import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { Button } from '../../ui/button.tsx';
import type { Undo } from './use-undo.ts';

/** They stay when there is nothing to undo, so that the focus has its place. */
export function UndoButtons({
  undo,
  redo,
  canUndo,
  canRedo,
}: Pick<Undo<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>) {
  const look = 'aria-disabled:text-faint';
  return (
    <div className="flex">
      <Button variant="quiet" size="small" className={look} aria-disabled={!canUndo} onClick={undo}>
        <Undo2 className="size-5" aria-hidden="true" />
        Undo
      </Button>
      <Button variant="quiet" size="small" className={look} aria-disabled={!canRedo} onClick={redo}>
        <Redo2 className="size-5" aria-hidden="true" />
        Redo
      </Button>
    </div>
  );
}
