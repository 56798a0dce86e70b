import { useState } from 'react';
import { keep, readKept } from './kept.ts';

/** What is being written in a conversation: each has its own, and a reload does not lose it. */
export function useDraft(conversationId: string, ownUid: string): [string, (text: string) => void] {
  const name = `draft ${ownUid} ${conversationId}`;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const kept = readKept(name);
  const text = drafts[name] ?? (typeof kept === 'string' ? kept : '');
  const write = (next: string): void => {
    setDrafts((before) => ({ ...before, [name]: next }));
    keep(name, next);
  };
  return [text, write];
}
