import type { PgColumn } from 'drizzle-orm/pg-core';
import { appointmentOptions, bookings, people, posts, reports } from './database/schema/index.ts';

/**
 * Every column that may hold the address of an uploaded image. One that is in none of them is deleted after a day: a
 * new column that shows images belongs here, and `image-references.test.ts` looks for forgotten ones by name.
 */
export const IMAGE_REFERENCES: readonly PgColumn[] = [
  people.image,
  appointmentOptions.doctorPhoto,
  bookings.doctorPhoto,
  posts.image,
  reports.image,
];
