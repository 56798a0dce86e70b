import type { ClinicFacts } from '@openhours/contract/clinic-facts.ts';
import { clinicFacts } from '../../clinic/facts.tsx';

/**
 * Writes the saved name, phone number, logo and time zone into the open document, which has those from when it was loaded. The
 * layout shows them when the next page opens.
 */
export function showInDocument({
  name,
  timeZone,
  phone,
  logo,
}: Pick<ClinicFacts, 'name' | 'timeZone' | 'phone' | 'logo'>): void {
  const { holds, ...facts } = clinicFacts();
  const others = holds.filter((one) => one !== 'phone' && one !== 'logo' && one !== 'noLogo');
  const now = [...others, ...(phone === '' ? [] : ['phone']), logo === null ? 'noLogo' : 'logo'];
  for (const [meta, content] of [
    ['application-name', name],
    ['clinic-time-zone', timeZone],
    ['clinic', JSON.stringify({ ...facts, phone, logo, holds: now })],
  ]) {
    document.querySelector(`meta[name="${meta}"]`)?.setAttribute('content', content ?? '');
  }
}
