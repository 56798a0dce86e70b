/** A treatment to start from. Prices are the clinic's own, so the lists have none. */
export type ListedTreatment = { readonly name: string; readonly minutes: number };

export type TreatmentList = {
  readonly id: string;
  readonly label: string;
  readonly treatments: readonly ListedTreatment[];
};

/** The lists of the set-up. Every name, length and choice can be changed before and after it is saved. */
export const treatmentLists: readonly TreatmentList[] = [
  {
    id: 'general',
    label: 'General practice',
    treatments: [
      { name: 'Consultation', minutes: 15 },
      { name: 'First visit', minutes: 30 },
      { name: 'Health check', minutes: 45 },
      { name: 'Vaccination', minutes: 10 },
      { name: 'Blood test', minutes: 10 },
      { name: 'ECG', minutes: 20 },
    ],
  },
  {
    id: 'dental',
    label: 'Dental practice',
    treatments: [
      { name: 'Check-up', minutes: 30 },
      { name: 'Professional cleaning', minutes: 60 },
      { name: 'Filling', minutes: 45 },
      { name: 'Root canal treatment', minutes: 90 },
      { name: 'Tooth extraction', minutes: 45 },
      { name: 'Emergency visit', minutes: 20 },
    ],
  },
  {
    id: 'paediatrics',
    label: 'Paediatrics',
    treatments: [
      { name: 'Consultation', minutes: 20 },
      { name: 'Well-baby check', minutes: 30 },
      { name: 'Developmental check', minutes: 40 },
      { name: 'Vaccination', minutes: 15 },
      { name: 'Allergy test', minutes: 30 },
    ],
  },
  {
    id: 'physiotherapy',
    label: 'Physiotherapy',
    treatments: [
      { name: 'First assessment', minutes: 45 },
      { name: 'Physiotherapy', minutes: 30 },
      { name: 'Manual therapy', minutes: 30 },
      { name: 'Lymphatic drainage', minutes: 45 },
      { name: 'Exercise session', minutes: 30 },
    ],
  },
];
