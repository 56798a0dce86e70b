/** A value with what it was before, and what was undone. Pure. */
export type History<Value> = {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the last change was part of: the next one with the same name is undone together with it. */
  readonly part: string | undefined;
};

/** More is forgotten. */
const MOST_STEPS = 200;

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], part: undefined };
}

/** @param part the changes that belong together, such as the characters typed into one field */
export function changed<Value>(history: History<Value>, next: Value, part?: string): History<Value> {
  const { past, present } = history;
  if (Object.is(next, present)) return history;
  const isSameStep = part !== undefined && part === history.part;
  return {
    past: isSameStep ? past : [...past, present].slice(-MOST_STEPS),
    present: next,
    future: [],
    part,
  };
}

export function undone<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const previous = past.at(-1);
  if (previous === undefined) return { past, present, future, ...rest };
  return { past: past.slice(0, -1), present: previous, future: [present, ...future], part: undefined };
}

export function redone<Value>({ past, present, future, ...rest }: History<Value>): History<Value> {
  const [next, ...later] = future;
  if (next === undefined) return { past, present, future, ...rest };
  return { past: [...past, present], present: next, future: later, part: undefined };
}
