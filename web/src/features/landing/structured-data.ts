import { clinicAddresses, clinicPhone } from '../../clinic/facts.ts';
import { href } from '../../pages.ts';

/** Structured data about the clinic for search engines, as JSON-LD. The server replaces the placeholders. */
export const structuredData = {
  '@context': 'https://schema.org',
  '@type': 'MedicalClinic',
  name: '__PRODUCT_NAME_JSON__',
  url: '__PUBLIC_URL__/',
  image: '__PUBLIC_URL__/social-card.png',
  telephone: clinicPhone.href.slice('tel:'.length),
  address: clinicAddresses.map((streetAddress) => ({ '@type': 'PostalAddress', streetAddress })),
  medicalSpecialty: ['PrimaryCare', 'Pediatric', 'Cardiovascular', 'Dentistry'],
  openingHours: 'Mo-Su 09:00-17:00',
  potentialAction: {
    '@type': 'ReserveAction',
    target: `__PUBLIC_URL__${href.bookAppointment()}`,
    name: 'Book an Appointment',
  },
};
