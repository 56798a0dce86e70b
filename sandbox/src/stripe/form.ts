import { badParameter, missing } from './failure.ts';

/** A request's parameters, nested according to `a[b]=c` and `d[]=e`. */
export type FormTree = Map<string, string | FormTree>;

/** Parses parameters in Stripe's format, from a body or a query. */
export function parseForm(text: string): FormTree {
  const tree: FormTree = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((part) => part[1] ?? part[0]);
    const last = path.pop() ?? '';
    let place = tree;
    for (const step of path) {
      const below = place.get(step);
      const next: FormTree = below instanceof Map ? below : new Map();
      place.set(step, next);
      place = next;
    }
    place.set(last === '' ? String(place.size) : last, value);
  }
  return tree;
}

/** The allowed parameters of an endpoint. Stripe refuses all others. */
export function refuseUnknown(tree: FormTree, known: readonly string[]): void {
  for (const name of tree.keys()) {
    if (known.includes(name) || name === 'expand' || name === 'key') continue;
    throw badParameter(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  }
}

export function text(tree: FormTree, name: string): string | undefined {
  const value = tree.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function requiredText(tree: FormTree, name: string): string {
  const value = text(tree, name);
  if (value === undefined) throw missing(name);
  return value;
}

export function integer(tree: FormTree, name: string): number | undefined {
  const value = text(tree, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw badParameter(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  }
  return Number(value);
}

export function flag(tree: FormTree, name: string): boolean {
  return text(tree, name) === 'true';
}

export function subtree(tree: FormTree, name: string): FormTree {
  const value = tree.get(name);
  return value instanceof Map ? value : new Map();
}

/** `expand[]=a&expand[]=b`, or a single value. */
export function texts(tree: FormTree, name: string): string[] {
  const value = tree.get(name);
  if (typeof value === 'string') return [value];
  return value === undefined ? [] : [...value.values()].filter((item) => typeof item === 'string');
}

/** One of these values, or a refusal that lists them. */
export function oneOf<Word extends string>(
  tree: FormTree,
  name: string,
  words: readonly [Word, ...Word[]],
): Word | undefined {
  const value = text(tree, name);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined) {
    throw badParameter(`Invalid ${name}: must be one of ${words.join(', ')}`, { param: name });
  }
  return found;
}

/** Merges metadata: an empty value removes its key. Stripe's limits: 50 keys, 40 characters a key, 500 a value. */
export function mergeMetadata(tree: FormTree, before: Record<string, string> = {}): Record<string, string> {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of subtree(tree, 'metadata')) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      throw badParameter('Metadata keys have at most 40 characters, and values at most 500.', {
        param: `metadata[${key}]`,
      });
    }
    if (value === '') merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50) throw badParameter('Metadata can have up to 50 keys.', { param: 'metadata' });
  return Object.fromEntries(merged);
}
