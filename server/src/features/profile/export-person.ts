import { imageUrl } from '@openhours/contract/image-file.ts';
import type { PersonalData } from '@openhours/contract/profile.ts';
import type { Database } from '../../database/database.ts';
import { listAllBookingsOfPatient, presentBooking } from '../booking/index.ts';
import { listTalkOf } from '../conversations/index.ts';
import { listAllPostsOf } from '../feed/index.ts';
import { findPerson, listAccounts, listSessions } from '../identity/index.ts';
import { listImagesOf } from '../images/index.ts';
import { listPaymentsMadeFor } from '../payments/index.ts';
import { listOptionsOfDoctor } from '../schedule/index.ts';

/** Everything that hangs on a person, each part read from the door of the feature that keeps it. */
export async function exportPerson(
  db: Database,
  { personId, now }: { personId: string; now: Date },
): Promise<PersonalData> {
  const person = await findPerson(db, personId);
  if (!person) throw new Error('A caller is not there');
  const { id, name, email, emailVerified, image, isAdmin, isDoctor, createdAt } = person;
  const accounts = await listAccounts(db, personId);
  const sessions = await listSessions(db, personId);
  const bookings = await listAllBookingsOfPatient(db, personId);
  const payments = await listPaymentsMadeFor(
    db,
    bookings.map((booking) => booking.id),
  );
  const posts = await listAllPostsOf(db, personId);
  const talks = await listTalkOf(db, personId);
  const images = await listImagesOf(db, personId);
  const options = await listOptionsOfDoctor(db, personId);
  return {
    exportedAt: now.toISOString(),
    person: {
      _id: id,
      name,
      email,
      emailVerified,
      photoURL: image,
      isAdmin,
      isDoctor,
      joinedAt: createdAt.toISOString(),
    },
    waysToSignIn: accounts.map((account) => ({
      provider: account.providerId,
      since: account.createdAt.toISOString(),
    })),
    sessions: sessions.map((session) => ({
      address: session.ipAddress,
      browser: session.userAgent,
      since: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
    bookings: bookings.map(presentBooking),
    payments,
    options: options.map((option) => ({ _id: option.id, treatment: option.treatment, open: option.open })),
    posts: posts.map((post) => ({
      _id: post.id,
      description: post.description,
      image: post.image,
      postedAt: post.postedAt.toISOString(),
    })),
    conversations: talks.map((talk) => ({
      _id: talk.id,
      postId: talk.postId,
      with: talk.other,
      openedAt: talk.createdAt.toISOString(),
      messages: talk.messages.map(({ byPerson, text, sentAt }) => ({
        byYou: byPerson,
        message: text,
        sentAt: sentAt.toISOString(),
      })),
    })),
    images: images.map((hash) => imageUrl(hash)),
  };
}
