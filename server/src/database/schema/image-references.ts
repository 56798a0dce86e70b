import type { PgColumn } from 'drizzle-orm/pg-core';
import { appointmentOptions, clinic, people, posts } from './index.ts';

/**
 * Every column that may hold the address of an uploaded image. An image in none of them is deleted after a day, so new
 * image columns must be added; `image-references.test.ts` finds forgotten ones by name.
 */
export const IMAGE_REFERENCES: readonly PgColumn[] = [
  people.image,
  appointmentOptions.doctorPhoto,
  posts.image,
  clinic.logoImage,
];
