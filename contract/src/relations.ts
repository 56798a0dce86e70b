/** What somebody is to the person who looks after them. Without zod, for the browser and the database schema too. */
export const RELATIONS = ['child', 'parent', 'partner', 'other'] as const;
export type Relation = (typeof RELATIONS)[number];

export function isRelation(text: string): text is Relation {
  return RELATIONS.some((relation) => relation === text);
}

/** The most people whom one account looks after. */
export const MOST_DEPENDANTS = 20;
