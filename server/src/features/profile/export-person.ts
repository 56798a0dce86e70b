import type { Booking } from '@openhours/contract/booking.ts';
import { imageUrl } from '@openhours/contract/image-file.ts';
import type { PersonalData } from '@openhours/contract/profile.ts';
import type { Database } from '../../database/database.ts';
import { type BookingRow, listAllBookingsOf } from '../booking/index.ts';
import { findFeedOf } from '../calendar/index.ts';
import { listBlockedBy, listConversationsForExport } from '../conversations/index.ts';
import { presentDependant } from '../dependants/index.ts';
import { listAllPostsOf } from '../feed/index.ts';
import {
  findPerson,
  findSecondFactor,
  listAccounts,
  listDependants,
  listSessions,
  showPhone,
} from '../identity/index.ts';
import { listImagesOf } from '../images/index.ts';
import { listChoicesOf } from '../messages/index.ts';
import { listReportsBy } from '../moderation/index.ts';
import { listPaymentsMadeFor } from '../payments/index.ts';
import { listOptionsOfDoctor } from '../schedule/index.ts';
import { listWaitingOf } from '../waiting-list/index.ts';

const WITHOUT_CONTACT = { email: '', phone: '' } as const;

/** What is stored about a person (`PersonalData`), each part from the `index.ts` of its feature. */
export async function exportPerson(
  db: Database,
  asked: { personId: string; now: Date; presentBooking: (row: BookingRow) => Booking },
): Promise<PersonalData> {
  const { personId, now, presentBooking } = asked;
  const person = await findPerson(db, personId);
  if (!person) throw new Error('The caller was not found');
  const { id, name, email, emailVerified, image, phone, phoneConfirmedAt, phoneChangedAt, dateOfBirth, createdAt } =
    person;
  const { isAdmin, isDoctor, isFrontDesk } = person;
  const accounts = await listAccounts(db, personId);
  const sessions = await listSessions(db, personId);
  const { hasAuthenticator, passkeys } = await findSecondFactor(db, personId);
  const bookings = await listAllBookingsOf(db, personId);
  const isOwn = ({ patientId }: BookingRow) => patientId === personId;
  const payments = await listPaymentsMadeFor(
    db,
    bookings.filter(isOwn).map((booking) => booking.id),
  );
  const posts = await listAllPostsOf(db, personId);
  const conversations = await listConversationsForExport(db, personId);
  const images = await listImagesOf(db, personId);
  const feed = await findFeedOf(db, personId);
  const options = await listOptionsOfDoctor(db, personId);
  return {
    exportedAt: now.toISOString(),
    person: {
      _id: id,
      name,
      email,
      emailVerified,
      photoURL: image,
      phone: phone === null ? null : showPhone(phone),
      phoneConfirmedAt: phoneConfirmedAt?.toISOString() ?? null,
      phoneChangedAt: phoneChangedAt?.toISOString() ?? null,
      dateOfBirth,
      isAdmin,
      isDoctor,
      isFrontDesk,
      joinedAt: createdAt.toISOString(),
    },
    waysToSignIn: accounts.map((account) => ({
      provider: account.providerId,
      since: account.createdAt.toISOString(),
    })),
    secondFactor: {
      authenticatorApp: hasAuthenticator,
      passkeys: passkeys.map(({ name, createdAt: since }) => ({ name, since: since.toISOString() })),
    },
    sessions: sessions.map((session) => ({
      address: session.ipAddress,
      browser: session.userAgent,
      since: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
    dependants: (await listDependants(db, personId)).map(presentDependant),
    // Without the contact details of whoever looked after them.
    bookings: bookings.map((booking) => ({ ...presentBooking(booking), ...(isOwn(booking) ? {} : WITHOUT_CONTACT) })),
    waitingList: await listWaitingOf(db, { personId, now }),
    payments,
    options: options.map((option) => ({ _id: option.id, treatment: option.treatment, open: option.open })),
    posts: posts.map((post) => ({
      _id: post.id,
      description: post.description,
      image: post.image,
      imageAlt: post.imageAlt,
      postedAt: post.postedAt.toISOString(),
    })),
    conversations: conversations.map((conversation) => ({
      _id: conversation.id,
      postId: conversation.postId,
      with: conversation.other,
      openedAt: conversation.createdAt.toISOString(),
      messages: conversation.messages.map(({ byPerson, text, sentAt }) => ({
        byYou: byPerson,
        message: text,
        sentAt: sentAt.toISOString(),
      })),
    })),
    blocks: (await listBlockedBy(db, personId)).map(({ name: blocked, blockedAt }) => ({
      name: blocked,
      since: blockedAt.toISOString(),
    })),
    reports: (await listReportsBy(db, personId)).map(({ postId, messageId, reason, reportedAt }) => ({
      kind: postId === null ? ('message' as const) : ('post' as const),
      // A table constraint guarantees that it has one of the two.
      itemId: postId ?? messageId ?? '',
      reason,
      reportedAt: reportedAt.toISOString(),
    })),
    messageChoices: (await listChoicesOf(db, personId)).map(({ topic, channel, isOn: on }) => ({ topic, channel, on })),
    calendarFeed: feed ? { since: feed.createdAt.toISOString(), includeTreatments: feed.includeTreatments } : null,
    images: images.map((hash) => imageUrl(hash)),
  };
}
