import { keep, readKept } from '../../api/browser-storage.ts';

const name = 'checklist-folded';

/** Whether this browser shows only the title of the checklist. */
export function isChecklistFolded(): boolean {
  return readKept(name) !== undefined;
}

export function foldChecklist(isFolded: boolean): void {
  keep(name, isFolded ? 'yes' : undefined);
}
