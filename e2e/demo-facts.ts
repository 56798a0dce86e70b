/** Texts of the specification and the demo that no other clinic may show. */
const demoFacts = [
  'Openhours',
  'openhours.example',
  'Harbour',
  'Mill Lane',
  '202 555 0199',
  '2025550199',
  '9.00 am',
  '09:00-17:00',
  'step-free',
  'quiet waiting room',
  'nine to five',
  'All four departments',
  'keeps its hours',
  'bring your medicines',
  'Winson',
  'Marta Oduya',
  'Petersen',
  'What our patients say',
  'Health news',
  'Flu shots',
  'university project',
  '2024',
  'General',
  'Pediatric',
  'Cardio',
  'Dental',
  'Dentistry',
  'Fluoride',
  'Cavity',
  'Whitening',
  'Okafor',
  'Sato',
  'Haddad',
  'Rivera',
  'Lindqvist',
  'Ada Winter',
];

/** The facts of the demo in a text. Ignores the file names of the build's assets. */
export function demoFactsIn(text: string): readonly string[] {
  const shown = text.replaceAll(/\b(?:src|href)="\/assets\/[^"]*"/g, '');
  return demoFacts.filter((fact) => shown.includes(fact));
}
