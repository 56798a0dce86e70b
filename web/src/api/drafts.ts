import { useContext, useState, useSyncExternalStore } from 'react';
import { SignedInUser } from './session-query.ts';
import { draftName, readStored, readStoredText, store } from './window-storage.ts';

/*
 * What was typed and is not sent yet survives a reload, leaving the page, and a session that ends. A draft is kept in this
 * window, for the person who is signed in, or for nobody. It is deleted when it is sent (by its form), when the person signs
 * out (session.ts), and when somebody else signs in here. A draft of nobody stays then: an invited person may type in a window
 * where an admin is signed in. It is as long as its fields allow. Passwords are never kept.
 */

export type Draft = {
  /** Unvalidated; undefined if there is none. */
  read: () => unknown;
  /** Undefined, '' and an empty list delete it. */
  write: (value: unknown) => void;
};

/** @param uid empty for nobody */
export function draftOf(uid: string, name: string): Draft {
  const key = draftName(uid, name);
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
  return { read: () => readStored(key), write: (value) => store(key, isEmpty(value) ? undefined : value) };
}

/** The draft with this name of the signed-in person. The name does not change while the component is mounted. */
export function useDraft(name: string): Draft {
  const uid = useContext(SignedInUser)?.uid ?? '';
  return useState(() => draftOf(uid, name))[0];
}

/** The texts typed in this document, by key. Each form with a text shows the same, also if the browser stores nothing. */
const texts = new Map<string, string>();
const readers = new Set<() => void>();

/** A text that is kept as a draft. */
export function textDraftOf(uid: string, name: string) {
  const draft = draftOf(uid, name);
  const key = draftName(uid, name);
  const read = (): string => texts.get(key) ?? readStoredText(key);
  const write = (text: string): void => {
    texts.set(key, text);
    draft.write(text);
    for (const reader of readers) reader();
  };
  return {
    read,
    write,
    /** After this text was sent, also if its form has been closed meanwhile: what was typed since then stays. */
    settle: (sent: string): void => write(textAfterSending(read(), sent)),
  };
}

/** What stays after `sent` was sent: text typed meanwhile. */
export function textAfterSending(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}

/** Calls this when the text of a draft has changed, until the returned function is called. */
export function onTextDraft(reader: () => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}

/** The text draft with this name of the signed-in person. The name does not change while the component is mounted. */
export function useTextDraft(name: string) {
  const uid = useContext(SignedInUser)?.uid ?? '';
  const [draft] = useState(() => textDraftOf(uid, name));
  return { ...draft, text: useSyncExternalStore(onTextDraft, draft.read) };
}
