import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { Button } from '../../ui/button.tsx';
import type { Undo } from './use-undo.ts';

/** The buttons are never removed or disabled, only `aria-disabled`, so that they keep the focus. */
export function UndoButtons({
  undo,
  redo,
  canUndo,
  canRedo,
}: Pick<Undo<unknown>, 'undo' | 'redo' | 'canUndo' | 'canRedo'>) {
  return (
    <div className="-ms-3.5 flex">
      <Button variant="quiet" size="small" aria-disabled={!canUndo} onClick={undo}>
        <Undo2 className="size-5" aria-hidden="true" />
        Undo
      </Button>
      <Button variant="quiet" size="small" aria-disabled={!canRedo} onClick={redo}>
        <Redo2 className="size-5" aria-hidden="true" />
        Redo
      </Button>
    </div>
  );
}
