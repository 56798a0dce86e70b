/** The password of every demo account. Demo mode only: production refuses to have them unless told so by name. */
export const DEMO_PASSWORD = 'Openhours1!';

export const DEMO_ACCOUNTS = [
  { email: 'admin@openhours.example', name: 'Ada Winter', what: 'admin' },
  { email: 'doctor@openhours.example', name: 'Maya Lindqvist', what: 'doctor' },
  { email: 'patient@openhours.example', name: 'Sam Rivera', what: 'patient' },
] as const;
