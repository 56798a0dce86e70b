import type { PartOfDay } from '@openhours/contract/parts-of-day.ts';

export const partWords: Readonly<Record<PartOfDay, string>> = {
  morning: 'Mornings',
  afternoon: 'Afternoons',
  evening: 'Evenings',
};
