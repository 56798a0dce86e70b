/** The data of the demo clinic: treatments, doctors and hours. `seed-demo-clinic.ts` writes it. */

/** What the demo clinic says about itself. Its two addresses are two houses. */
export const DEMO_FACTS = {
  addressLines: ['12 Harbour Street', '40 Mill Lane'],
  phone: '+1 202 555 0199',
  texts: { openingHours: '9.00 am to 5.00pm everyday' },
  testimonials: [
    {
      name: 'Winson Herry',
      place: 'Harbour Street',
      text: 'I booked at midnight and saw a doctor at ten the next morning. Nobody asked me to call back.',
    },
    {
      name: 'Marta Oduya',
      place: 'Mill Lane',
      text: 'The doctor had time. She drew my daughter a picture of her own heart, and the fear was gone.',
    },
    {
      name: 'Jonas Petersen',
      place: 'Harbour Street',
      text: 'I knew the price before I came and it was the price I paid. I wish everything worked like that.',
    },
  ],
  news: [
    { topic: 'Teeth', title: 'Two minutes, twice a day', text: 'Brush after breakfast and before you go to bed.' },
    { topic: 'Heart', title: 'Know your blood pressure', text: 'Have it measured once a year, also if you feel well.' },
    { topic: 'Children', title: 'The first visit', text: 'Children can see the rooms and meet the dentist first.' },
    { topic: 'Season', title: 'Flu shots are available', text: 'You can ask for one at any appointment.' },
  ],
};

/** Prices in minor units of the clinic's currency, CURRENCY: 60 dollars, or 6,000 yen. */
export const DEMO_TREATMENTS = [
  { name: 'General', priceMinor: 6000, minutes: 20 },
  { name: 'Pediatrics', priceMinor: 7500, minutes: 30 },
  { name: 'Cardiology', priceMinor: 14000, minutes: 30 },
  { name: 'Dental Care', priceMinor: 9000, minutes: 30 },
  { name: 'Fluoride Treatment', priceMinor: 5500, minutes: 20 },
  { name: 'Cavity Filling', priceMinor: 12000, minutes: 60 },
  { name: 'Teeth Whitening', priceMinor: 18000, minutes: 60 },
] as const;

type DemoTreatment = (typeof DEMO_TREATMENTS)[number]['name'];

export interface DemoHours {
  /** 1 Monday … 7 Sunday. */
  readonly weekdays: readonly number[];
  /** Hours of the day, in pairs of opening and closing. */
  readonly hours: readonly (readonly [number, number])[];
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAYS = [1, 2, 3, 4, 5];
const WHOLE_DAY: DemoHours['hours'] = [[9, 17]];
const WITH_LUNCH: DemoHours['hours'] = [
  [9, 12],
  [13, 17],
];
const MORNINGS: DemoHours['hours'] = [[9, 13]];
const AFTERNOONS: DemoHours['hours'] = [[13, 17]];

/** The clinic is open whenever one of its doctors works. */
export const DEMO_CLINIC_HOURS = EVERY_DAY.map((weekday) => ({ weekday, opensMinute: 9 * 60, closesMinute: 17 * 60 }));
/** Among the demo's rows: the demo has written the clinic's hours, which have no ids. */
export const WROTE_CLINIC_HOURS = { id: 'de300000-0000-7000-8000-000000000001' };

interface DemoDoctor {
  readonly name: string;
  /** The file name of the portrait, and the local part of the email address. */
  readonly slug: string;
  readonly offers: readonly ({ readonly treatment: DemoTreatment } & DemoHours)[];
}

export const DEMO_DOCTORS: readonly DemoDoctor[] = [
  {
    name: 'Elias Okafor',
    slug: 'elias-okafor',
    offers: [{ treatment: 'General', weekdays: EVERY_DAY, hours: WITH_LUNCH }],
  },
  {
    name: 'Hana Sato',
    slug: 'hana-sato',
    offers: [{ treatment: 'General', weekdays: [1, 2, 3, 4, 5, 6], hours: MORNINGS }],
  },
  {
    name: 'Noor Haddad',
    slug: 'noor-haddad',
    offers: [{ treatment: 'Pediatrics', weekdays: EVERY_DAY, hours: WITH_LUNCH }],
  },
  {
    name: 'Tomás Rivera',
    slug: 'tomas-rivera',
    offers: [{ treatment: 'Pediatrics', weekdays: [2, 3, 4, 5, 6], hours: AFTERNOONS }],
  },
  {
    name: 'Maya Lindqvist',
    slug: 'maya-lindqvist',
    offers: [{ treatment: 'Cardiology', weekdays: EVERY_DAY, hours: WITH_LUNCH }],
  },
  {
    name: 'Viktor Petrov',
    slug: 'viktor-petrov',
    offers: [{ treatment: 'Cardiology', weekdays: [1, 3, 5], hours: AFTERNOONS }],
  },
  {
    name: 'Amara Nwosu',
    slug: 'amara-nwosu',
    offers: [
      { treatment: 'Dental Care', weekdays: EVERY_DAY, hours: MORNINGS },
      { treatment: 'Fluoride Treatment', weekdays: EVERY_DAY, hours: AFTERNOONS },
    ],
  },
  {
    name: 'Jonas Berg',
    slug: 'jonas-berg',
    offers: [{ treatment: 'Cavity Filling', weekdays: [1, 2, 3, 4, 5, 6], hours: WITH_LUNCH }],
  },
  {
    name: 'Leila Farahani',
    slug: 'leila-farahani',
    offers: [{ treatment: 'Teeth Whitening', weekdays: EVERY_DAY, hours: AFTERNOONS }],
  },
  {
    name: 'Mei Tanaka',
    slug: 'mei-tanaka',
    offers: [{ treatment: 'Dental Care', weekdays: WEEKDAYS, hours: WITH_LUNCH }],
  },
];

/** Options without a named doctor. */
export const DEMO_ON_DUTY: readonly ({ readonly treatment: DemoTreatment } & DemoHours)[] = [
  { treatment: 'General', weekdays: EVERY_DAY, hours: WHOLE_DAY },
  { treatment: 'Cavity Filling', weekdays: [6, 7], hours: WHOLE_DAY },
];
