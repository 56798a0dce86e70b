/** The clinic's departments, as the specification names them. */
export const departments = [
  { name: 'General', text: 'Check-ups, vaccinations, and whatever you are not sure about.' },
  { name: 'Pediatrics', text: 'From the first week to the sixteenth birthday, with time for questions.' },
  { name: 'Cardiology', text: 'Blood pressure, heart rhythm and ultrasound, with the result on the same day.' },
  { name: 'Dental Care', text: 'Check-ups and everything else that your teeth and gums need.' },
] as const;
