import type { Letterhead } from '../messages/index.ts';
import type { ShownClinic } from './current-clinic.ts';
import { addressLinesOf } from './presenter.ts';

const OUR_ACCENT = '#0f5c50';

/** What every email says about the clinic. */
export function letterheadOf(clinic: ShownClinic, publicUrl: string): Letterhead {
  const { name, phone, logo, accent } = clinic;
  return {
    name,
    address: addressLinesOf(clinic),
    phone,
    logo: logo === null ? undefined : new URL(logo, publicUrl).href,
    accent: accent ?? OUR_ACCENT,
    onAccent: '#ffffff',
  };
}
