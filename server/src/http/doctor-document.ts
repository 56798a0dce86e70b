import { titledName } from '@openhours/contract/titled-name.ts';
import { fill, jsonInScript } from './fill.ts';

/** What the document of a doctor's public page says about them. */
export interface DoctorFacts {
  readonly slug: string;
  readonly name: string;
  /** An absolute path or address. */
  readonly photoURL: string | undefined;
  readonly specialties: readonly string[];
}

/** Fills in the document of a doctor's public page, and adds a schema.org Physician for search engines. */
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
  const { markup: json } = jsonInScript(data);
  return fill(html, { DOCTOR: titledName(doctor.name), DOCTOR_SLUG: encodeURIComponent(doctor.slug) }).replace(
    '</head>',
    () => `<script type="application/ld+json" nonce="${nonce}">${json}</script></head>`,
  );
}
