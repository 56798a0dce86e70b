const key = 'checklist-folded';

/** Whether this browser shows only the title of the checklist. */
export function isChecklistFolded(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function foldChecklist(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so the checklist is unfolded again after a reload.
  }
}
