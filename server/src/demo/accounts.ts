/** The password of all demo accounts, in a demo that only this machine can reach. */
export const KNOWN_PASSWORD = 'Openhours1!';

export const DEMO_ACCOUNTS = [
  { email: 'admin@openhours.example', name: 'Ada Winter', what: 'admin', image: null },
  {
    email: 'doctor@openhours.example',
    name: 'Maya Lindqvist',
    what: 'doctor',
    image: '/portraits/maya-lindqvist.svg',
  },
  { email: 'patient@openhours.example', name: 'Sam Rivera', what: 'patient', image: null },
] as const;
