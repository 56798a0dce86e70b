import { useState } from 'react';
import { readStored, store } from '../../api/window-storage.ts';

/** The draft of a message, per conversation. It survives a reload. */
export function useDraft(conversationId: string, ownUid: string): [string, (text: string) => void] {
  const name = `draft ${ownUid} ${conversationId}`;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const stored = readStored(name);
  const text = drafts[name] ?? (typeof stored === 'string' ? stored : '');
  const write = (next: string): void => {
    setDrafts((before) => ({ ...before, [name]: next }));
    store(name, next);
  };
  return [text, write];
}
