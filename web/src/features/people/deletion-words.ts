type Consequences = { bookingsAsPatient: number; bookingsAsDoctor: number; posts: number; conversations: number };

const paidBack = 'What was paid for them is given back.';

function bookings(count: number): string {
  return `${count} future ${count === 1 ? 'booking' : 'bookings'}`;
}

/** `whose`: 'Their' or 'Your'. */
function talk({ posts, conversations }: Consequences, whose: 'Their' | 'Your'): readonly string[] {
  const name = whose === 'Their' ? 'their' : 'your';
  return [
    ...(posts > 0 ? [posts === 1 ? `${whose} post is deleted.` : `${whose} ${posts} posts are deleted.`] : []),
    ...(conversations > 0
      ? [
          conversations === 1
            ? `${whose} conversation stays for the other person, under ${name} name.`
            : `${whose} ${conversations} conversations stay for the others, under ${name} name.`,
        ]
      : []),
  ];
}

/** What deleting a person does to what hangs on them, as sentences for the dialog that asks. */
export function consequencesForThem(consequences: Consequences): readonly string[] {
  const { bookingsAsPatient, bookingsAsDoctor } = consequences;
  return [
    ...(bookingsAsDoctor > 0
      ? [`${bookings(bookingsAsDoctor)} with them will be cancelled. The patients get a mail and see the reason.`]
      : []),
    ...(bookingsAsPatient > 0 ? [`${bookings(bookingsAsPatient)} of their own will be cancelled.`] : []),
    bookingsAsDoctor + bookingsAsPatient === 0 ? 'No future booking is affected.' : paidBack,
    ...talk(consequences, 'Their'),
    'They are signed out at once and cannot sign in again.',
  ];
}

/** The same for the own account. */
export function consequencesForYou(consequences: Consequences): readonly string[] {
  const { bookingsAsPatient, bookingsAsDoctor } = consequences;
  return [
    ...(bookingsAsPatient > 0 ? [`${bookings(bookingsAsPatient)} of yours will be cancelled.`] : []),
    ...(bookingsAsDoctor > 0
      ? [`${bookings(bookingsAsDoctor)} that patients have with you will be cancelled. They get a mail.`]
      : []),
    bookingsAsDoctor + bookingsAsPatient === 0 ? 'You have no future bookings.' : paidBack,
    ...talk(consequences, 'Your'),
    'You are signed out everywhere at once and cannot sign in again.',
    'The clinic keeps your past appointments under your name, without your e-mail address and phone number.',
  ];
}

/** What taking the doctor role away does. */
export function consequencesOfNoDoctor({ bookingsAsDoctor }: Pick<Consequences, 'bookingsAsDoctor'>): string {
  return bookingsAsDoctor > 0
    ? `${bookings(bookingsAsDoctor)} with them will be cancelled. The patients get a mail and see the reason. ${paidBack}`
    : 'No future booking is affected.';
}
