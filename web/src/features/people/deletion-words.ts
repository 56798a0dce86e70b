import { counted } from '@openhours/contract/counted.ts';
import { amountText } from '@openhours/contract/money.ts';

type Consequences = {
  bookingsAsPatient: number;
  bookingsAsDoctor: number;
  disputedAsPatient: number;
  disputedAsDoctor: number;
  posts: number;
  conversations: number;
  dependants: number;
  refundsAtClinic: readonly { amount: number; currency: string }[];
};

/** @param count of the appointments that are cancelled, of which so many have a disputed payment */
function refunded(count: number, disputed: number): string {
  if (disputed > 0) {
    const which =
      disputed === 1
        ? '1 payment was disputed at the bank. It'
        : `${disputed} payments were disputed at the bank. They`;
    const others = count > disputed ? ' Other payments will be refunded.' : '';
    return `${which} can be refunded only if the bank decides for the clinic.${others}`;
  }
  return `Payments for ${count === 1 ? 'it' : 'them'} will be refunded.`;
}

function disputedOf({ disputedAsPatient, disputedAsDoctor }: Consequences): number {
  return disputedAsPatient + disputedAsDoctor;
}

function ownBookings(whose: 'Their' | 'Your', count: number): string {
  return `${whose} ${count === 1 ? 'future appointment' : `${count} future appointments`} will be cancelled.`;
}

const sumsOf = (refunds: Consequences['refundsAtClinic']): string =>
  refunds.map(({ amount, currency }) => amountText(amount, currency)).join(' and ');

function dependantsConsequence(count: number, who: 'they look' | 'you look'): string | false {
  return count > 0 && `The ${count === 1 ? 'person' : `${count} people`} whom ${who} after will be deleted too.`;
}

function feedConsequences({ posts, conversations }: Consequences, whose: 'Their' | 'Your'): (string | false)[] {
  const name = whose === 'Their' ? 'their' : 'your';
  return [
    posts > 0 && `${whose} ${posts === 1 ? 'post' : `${posts} posts`} will be deleted.`,
    conversations > 0 &&
      (conversations === 1
        ? `${whose} conversation stays for the other person under ${name} name.`
        : `${whose} ${conversations} conversations stay for the others under ${name} name.`),
  ];
}

const sentences = (...said: readonly (string | false)[]): readonly string[] => said.filter((one) => one !== false);

function kept(whose: 'their' | 'your', without: string): string {
  return `The clinic keeps ${whose} past appointments under ${whose} name, without ${whose} ${without}. Notes that staff wrote about ${whose} appointments stay, too.`;
}

/** The effects of deleting a person, as sentences for the dialog. */
export function consequencesForThem(
  consequences: Consequences & { hasAccount: boolean; guardian?: string | undefined },
): readonly string[] {
  const { bookingsAsPatient, bookingsAsDoctor, refundsAtClinic, hasAccount, guardian } = consequences;
  return sentences(
    bookingsAsDoctor > 0 &&
      `${counted(bookingsAsDoctor, 'future appointment')} with them will be cancelled. Patients with a confirmed email address will get an email with the reason.`,
    bookingsAsPatient > 0 && ownBookings('Their', bookingsAsPatient),
    bookingsAsDoctor + bookingsAsPatient === 0
      ? 'No future appointments are affected.'
      : refunded(bookingsAsDoctor + bookingsAsPatient, disputedOf(consequences)),
    refundsAtClinic.length > 0 &&
      `They have to collect ${sumsOf(refundsAtClinic)} at the front desk. Their ${hasAccount ? 'phone number and email address' : 'phone number'} will be deleted, so refund it first if you can.`,
    dependantsConsequence(consequences.dependants, 'they look'),
    ...feedConsequences(consequences, 'Their'),
    hasAccount && 'They will be signed out at once and cannot sign in again.',
    !hasAccount && guardian !== undefined && guardianConsequence(guardian, bookingsAsPatient),
    !hasAccount &&
      guardian === undefined &&
      bookingsAsPatient > 0 &&
      'They have no email address, so nobody tells them. Call them first: we delete their phone number, too.',
    kept('their', hasAccount ? 'email address and phone number' : 'phone number and date of birth'),
  );
}

function guardianConsequence(guardian: string, bookings: number): string {
  if (bookings === 0) return `${guardian} looks after them, and can no longer book for them.`;
  return (
    `${guardian} looks after them. ${guardian} gets an email about the cancelled appointments, if their email ` +
    'address is confirmed, and can no longer book for them.'
  );
}

function refundedToYou(count: number, consequences: Consequences & { withoutRefund: number }): string {
  const { withoutRefund } = consequences;
  const disputed = disputedOf(consequences);
  if (withoutRefund === 0) return refunded(count, disputed);
  const [theirs, them] = withoutRefund === 1 ? ['1 of your appointments', 'it'] : [`${withoutRefund} of yours`, 'them'];
  return `It is too late to cancel ${theirs} free of charge: what you paid for ${them} is not refunded. ${
    disputed > 0 ? refunded(count - withoutRefund, disputed) : 'Other payments are.'
  }`;
}

/** The effects of closing one's own account. */
export function consequencesForYou(consequences: Consequences & { withoutRefund: number }): readonly string[] {
  const { bookingsAsPatient, bookingsAsDoctor, refundsAtClinic } = consequences;
  return sentences(
    bookingsAsPatient > 0 && ownBookings('Your', bookingsAsPatient),
    bookingsAsDoctor > 0 &&
      `${counted(bookingsAsDoctor, 'future appointment')} that patients have with you will be cancelled. Patients with a confirmed email address will get an email.`,
    bookingsAsDoctor + bookingsAsPatient === 0
      ? 'You have no future appointments.'
      : refundedToYou(bookingsAsDoctor + bookingsAsPatient, consequences),
    refundsAtClinic.length > 0 &&
      `You get ${sumsOf(refundsAtClinic)} at our front desk. Note the reference of your appointment first: you will need it there.`,
    dependantsConsequence(consequences.dependants, 'you look'),
    ...feedConsequences(consequences, 'Your'),
    'You will be signed out everywhere at once and cannot sign in again.',
    kept('your', 'email address and phone number'),
  );
}

/** The effects of removing the doctor role; of admins, who answer messages without it, on appointments only. */
export function consequencesOfNoDoctor(
  { bookingsAsDoctor, disputedAsDoctor, posts }: Pick<Consequences, 'bookingsAsDoctor' | 'disputedAsDoctor' | 'posts'>,
  { isAdmin }: { isAdmin: boolean },
): readonly string[] {
  return sentences(
    'Patients can no longer book them.',
    bookingsAsDoctor > 0
      ? `${counted(bookingsAsDoctor, 'future appointment')} with them will be cancelled. Patients with a confirmed email address will get an email with the reason. ${refunded(bookingsAsDoctor, disputedAsDoctor)}`
      : 'No future appointments are affected.',
    !isAdmin && posts > 0 && 'Their posts stay, but nobody can send messages about them any more.',
  );
}
