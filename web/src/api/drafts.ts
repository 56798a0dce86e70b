import { useContext, useState } from 'react';
import { textAfterSending } from '../ui/text-after-sending.ts';
import { SignedInUser } from './session-query.ts';
import { listStoredNames, readStored, store } from './window-storage.ts';

/*
 * What was typed and is not sent yet survives a reload, leaving the page, and a session that ends. A draft is kept in this
 * window, for the person who is signed in, or for nobody. It is deleted when it is sent (by its form), when the person signs
 * out (session.ts), and when somebody else signs in here. It is as long as its fields allow. Passwords are never kept.
 */

export type Draft = {
  /** Unvalidated; undefined if there is none. */
  read: () => unknown;
  /** Undefined, '' and an empty list delete it. */
  write: (value: unknown) => void;
};

/** @param uid empty for nobody */
export function draftOf(uid: string, name: string): Draft {
  const key = `${prefixOf(uid)}${name}`;
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
  return { read: () => readStored(key), write: (value) => store(key, isEmpty(value) ? undefined : value) };
}

/** The draft with this name of the signed-in person. The name does not change while the component is mounted. */
export function useDraft(name: string): Draft {
  const uid = useContext(SignedInUser)?.uid ?? '';
  return useState(() => draftOf(uid, name))[0];
}

/** A text that is kept as a draft. */
export function useTextDraft(name: string) {
  const draft = useDraft(name);
  const [text, setText] = useState(() => textIn(draft.read()));
  return {
    text,
    write: (next: string): void => {
      setText(next);
      draft.write(next);
    },
    /** After this text was sent, also if the page has been left meanwhile: what was typed since then stays. */
    settle: (sent: string): void => {
      setText((now) => textAfterSending(now, sent));
      draft.write(textAfterSending(textIn(draft.read()), sent));
    },
  };
}

/** Deletes the drafts of everybody else. */
export function keepOnlyDraftsOf(uid: string): void {
  for (const name of listStoredNames()) {
    if (name.startsWith(prefix) && !name.startsWith(prefixOf(uid))) store(name, undefined);
  }
}

const prefix = 'draft ';

function prefixOf(uid: string): string {
  return `${prefix}${uid} `;
}

function textIn(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
}
