import type { ShownClinic } from '../src/features/clinic/index.ts';

/** A clinic of its own that has said nothing but its name. */
export function shownClinic(facts: Partial<ShownClinic> = {}): ShownClinic {
  return {
    name: 'Pages',
    addressLines: [],
    city: '',
    postcode: '',
    country: '',
    phone: '',
    email: '',
    timeZone: 'UTC',
    currency: 'USD',
    texts: { welcome: '', about: '', openingHours: '', legalName: '', taxNumber: '', receiptFooter: '' },
    logo: null,
    accent: null,
    testimonials: [],
    news: [],
    figures: [],
    legal: { privacy: '', terms: '', imprint: '' },
    openingHours: '',
    open: true,
    isDemo: false,
    treatments: [],
    schemaOpeningHours: [],
    timetable: { clinicHours: [], specialHours: [], closures: [] },
    ...facts,
  };
}
