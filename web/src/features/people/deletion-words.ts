type Consequences = { bookingsAsPatient: number; bookingsAsDoctor: number };

function bookings(count: number): string {
  return `${count} future ${count === 1 ? 'booking' : 'bookings'}`;
}

/** What deleting a person does to what hangs on them, as sentences for the dialog that asks. */
export function consequencesForThem({ bookingsAsPatient, bookingsAsDoctor }: Consequences): readonly string[] {
  return [
    ...(bookingsAsDoctor > 0
      ? [`${bookings(bookingsAsDoctor)} with them will be cancelled. The patients get a mail and see the reason.`]
      : []),
    ...(bookingsAsPatient > 0 ? [`${bookings(bookingsAsPatient)} of their own will be cancelled.`] : []),
    ...(bookingsAsDoctor + bookingsAsPatient === 0 ? ['No future booking is affected.'] : []),
    'They are signed out at once and cannot sign in again.',
  ];
}

/** The same for the own account. */
export function consequencesForYou({ bookingsAsPatient, bookingsAsDoctor }: Consequences): readonly string[] {
  return [
    ...(bookingsAsPatient > 0 ? [`${bookings(bookingsAsPatient)} of yours will be cancelled.`] : []),
    ...(bookingsAsDoctor > 0
      ? [`${bookings(bookingsAsDoctor)} that patients have with you will be cancelled. They get a mail.`]
      : []),
    ...(bookingsAsDoctor + bookingsAsPatient === 0 ? ['You have no future bookings.'] : []),
    'You are signed out everywhere at once and cannot sign in again.',
    'The clinic keeps your past appointments under your name, without your e-mail address and phone number.',
  ];
}

/** What taking the doctor role away does. */
export function consequencesOfNoDoctor({ bookingsAsDoctor }: Pick<Consequences, 'bookingsAsDoctor'>): string {
  return bookingsAsDoctor > 0
    ? `${bookings(bookingsAsDoctor)} with them will be cancelled. The patients get a mail and see the reason.`
    : 'No future booking is affected.';
}
