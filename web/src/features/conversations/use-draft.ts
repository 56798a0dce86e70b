import { useState } from 'react';
import { readStoredText, store } from '../../api/window-storage.ts';

/** The draft of a message, per conversation. It survives a reload. Give each conversation its own `key`. */
export function useDraft(conversationId: string, ownUid: string): [string, (text: string) => void] {
  const name = `draft ${ownUid} ${conversationId}`;
  const [text, setText] = useState(() => readStoredText(name));
  const write = (next: string): void => {
    setText(next);
    store(name, next);
  };
  return [text, write];
}
