import { titledName } from '@openhours/contract/titled-name.ts';
import { escapeMarkup } from './escape-markup.ts';

/** What the document of a doctor's public page says about them. */
export interface DoctorFacts {
  readonly slug: string;
  readonly name: string;
  /** An absolute path or address. */
  readonly photoURL: string | undefined;
  readonly specialties: readonly string[];
}

/**
 * Fills in the document of a doctor's public page: title, heading, address, and a schema.org Physician for search
 * engines. `html` has the placeholders `__DOCTOR__` and `__DOCTOR_SLUG__`.
 */
export function fillInDoctor(
  html: string,
  doctor: DoctorFacts,
  { nonce, publicUrl, clinicName }: { nonce: string; publicUrl: string; clinicName: string },
): string {
  const url = `${publicUrl}/doctors/${encodeURIComponent(doctor.slug)}`;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Physician',
    name: titledName(doctor.name),
    url,
    ...(doctor.photoURL === undefined ? {} : { image: new URL(doctor.photoURL, publicUrl).href }),
    medicalSpecialty: doctor.specialties,
    memberOf: { '@type': 'MedicalClinic', name: clinicName, url: `${publicUrl}/` },
    potentialAction: { '@type': 'ReserveAction', target: url },
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const name = escapeMarkup(titledName(doctor.name));
  // Functions, because '$&' and the like have a meaning in a replacement string.
  return html
    .replaceAll('__DOCTOR_SLUG__', () => encodeURIComponent(doctor.slug))
    .replaceAll('__DOCTOR__', () => name)
    .replace('</head>', () => `<script type="application/ld+json" nonce="${nonce}">${json}</script></head>`);
}
