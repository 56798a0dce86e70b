import { escapeMarkup } from './escape-markup.ts';

/** Markup of ours, which is inserted as it is. Text is escaped. */
export interface Markup {
  readonly markup: string;
}

export type Fact = string | Markup | boolean | readonly Facts[];

export interface Facts {
  readonly [name: string]: Fact;
}

/**
 * Replaces the placeholders of a built document. `__CLINIC:phone__`, `__ITEM:phone__` and `__PHONE__` are values. The part
 * between `__IF:phone__` and `__END_IF:phone__` is kept if the fact is true or not empty. The part between
 * `__EACH:treatments__` and `__END_EACH:treatments__` is repeated for each item of the list, with the item's facts. Facts
 * that are not given stay placeholders. No value becomes a placeholder: `escapeMarkup` escapes them.
 */
export function fill(html: string, facts: Facts): string {
  return keepParts(html, facts)
    .replaceAll(/__EACH:([a-zA-Z]+)__([^]*?)__END_EACH:\1__/g, (all: string, name: string, part: string) => {
      const items = facts[name];
      return Array.isArray(items) ? items.map((item: Facts) => fill(part, item)).join('') : all;
    })
    .replaceAll(/__(?:[A-Z]+:)?([a-zA-Z]+(?:_[A-Z]+)*)__/g, (all: string, name: string) => {
      const value = facts[name];
      if (typeof value === 'string') return escapeMarkup(value);
      return typeof value === 'object' && 'markup' in value ? value.markup : all;
    });
}

/** JSON that cannot close the script element around it, and has no placeholder. */
export function jsonInScript(data: object): Markup {
  return { markup: JSON.stringify(data).replaceAll(/<|_(?=_)/g, (found) => (found === '<' ? '\\u003c' : '\\u005f')) };
}

/** Whether the part that depends on this fact is kept. */
export function holds(fact: Fact): boolean {
  if (typeof fact === 'boolean') return fact;
  return (typeof fact === 'object' && 'markup' in fact ? fact.markup : fact).length > 0;
}

/** Keeps the parts whose condition is true and removes the others. */
function keepParts(html: string, facts: Facts): string {
  const withoutItself = /__IF:([a-zA-Z]+)__((?:(?!__IF:\1__)[^])*?)__END_IF:\1__/g;
  const after = html.replaceAll(withoutItself, (_, name: string, part: string) => {
    const fact = facts[name];
    if (fact === undefined) return `__IF:${name}__${keepParts(part, facts)}__END_IF:${name}__`;
    return holds(fact) ? part : '';
  });
  return after === html ? html : keepParts(after, facts);
}
