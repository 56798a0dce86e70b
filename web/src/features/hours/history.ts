/** A value with its earlier values (`past`) and its undone values (`future`). The functions below are pure. */
export type History<Value> = {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** The part that the last change belongs to. The next change is undone together with it if its part is the same. */
  readonly part: string | undefined;
};

/** Older values are dropped. */
const MOST_STEPS = 200;

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], part: undefined };
}

/** @param part names changes that are undone together, such as the characters typed into one field */
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
