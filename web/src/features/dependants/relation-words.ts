import type { Relation } from '@openhours/contract/relations.ts';

export const relationWords: Readonly<Record<Relation, string>> = {
  child: 'Child',
  parent: 'Parent',
  partner: 'Partner',
  other: 'Somebody else',
};
