import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';

/** Changes the name and time zone of the open document, which has those of the moment when it was loaded. */
export function showInDocument({ name, timeZone }: Pick<ClinicFacts, 'name' | 'timeZone'>): void {
  for (const [meta, content] of [
    ['application-name', name],
    ['clinic-time-zone', timeZone],
  ]) {
    document.querySelector(`meta[name="${meta}"]`)?.setAttribute('content', content ?? '');
  }
}
