import { and, asc, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { imageQuotas, images } from '../../database/schema/images.ts';
import { UPLOADED_BYTES_A_DAY } from './rules.ts';

export type ImageRow = typeof images.$inferSelect;

/** The file locations of a stored image. */
interface Locations {
  readonly store: string;
  readonly location: string;
  readonly middleLocation: string;
  readonly thumbnailLocation: string;
}

/** Counts an upload towards a person's daily quota, unless it would exceed it. @param upload.most how many they may make */
export async function spendQuota(
  db: Database,
  { most, ...upload }: { personId: string; day: string; bytes: number; most: number },
): Promise<boolean> {
  const spent = await db
    .insert(imageQuotas)
    .values({ ...upload, uploads: 1 })
    .onConflictDoUpdate({
      target: [imageQuotas.personId, imageQuotas.day],
      set: {
        uploads: sql`${imageQuotas.uploads} + 1`,
        bytes: sql`${imageQuotas.bytes} + excluded.bytes`,
      },
      setWhere: sql`${imageQuotas.uploads} < ${most}
        and ${imageQuotas.bytes} + excluded.bytes <= ${UPLOADED_BYTES_A_DAY}`,
    })
    .returning({ uploads: imageQuotas.uploads });
  return spent.length === 1;
}

/** Records that an image is about to be stored or is wanted again; returns its row. */
export async function wantImage(
  db: Database,
  image: Pick<ImageRow, 'hash' | 'ownerId' | 'width' | 'height' | 'bytes' | 'wantedAt'>,
): Promise<ImageRow | undefined> {
  const [row] = await db
    .insert(images)
    .values({ ...image, createdAt: image.wantedAt })
    .onConflictDoUpdate({ target: images.hash, set: { wantedAt: sql`excluded.wanted_at` } })
    .returning();
  return row;
}

/** Records the file locations of an image. */
export async function markStored(db: Database, hash: string, locations: Locations): Promise<void> {
  await db.update(images).set(locations).where(eq(images.hash, hash));
}

/** A stored image. */
export async function findStoredImage(db: Database, hash: string): Promise<ImageRow | undefined> {
  const [row] = await db
    .select()
    .from(images)
    .where(and(eq(images.hash, hash), isNotNull(images.location)));
  return row;
}

/** The sizes in pixels of stored images, by hash. */
export async function listSizes(
  db: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, { width: number; height: number }>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .select({ hash: images.hash, width: images.width, height: images.height })
    .from(images)
    .where(inArray(images.hash, [...hashes]));
  return new Map(rows.map(({ hash, ...size }) => [hash, size]));
}

/** The hashes of the stored images that a person was the first to upload, oldest first. */
export async function listImagesOf(db: Database, ownerId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ hash: images.hash })
    .from(images)
    .where(and(eq(images.ownerId, ownerId), isNotNull(images.location)))
    .orderBy(images.createdAt);
  return rows.map(({ hash }) => hash);
}

/** Records that an image is being used, so it stays at least another day. Returns whether it exists. */
export async function touchStoredImage(db: Database, image: { hash: string; now: Date }): Promise<boolean> {
  const touched = await db
    .update(images)
    .set({ wantedAt: image.now })
    .where(and(eq(images.hash, image.hash), isNotNull(images.location)))
    .returning({ hash: images.hash });
  return touched.length === 1;
}

/**
 * Images not wanted since `before` that no column of `references` contains, in the order in which they were last wanted.
 */
export async function listUnreferenced(
  db: Database,
  of: { before: Date; references: readonly PgColumn[]; limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .select({ hash: images.hash })
    .from(images)
    .where(and(lt(images.wantedAt, of.before), ...of.references.map(isNotIn)))
    .orderBy(asc(images.wantedAt), asc(images.hash))
    .limit(of.limit);
  return rows.map(({ hash }) => hash);
}

/**
 * Deletes an image's row if it is still unused, and returns it. The row stays locked until the transaction ends: a
 * parallel upload of the same image waits, and then finds no row.
 */
export async function deleteUnreferenced(
  db: Database,
  of: { hash: string; before: Date; references: readonly PgColumn[] },
): Promise<ImageRow | undefined> {
  const [row] = await db
    .delete(images)
    .where(and(eq(images.hash, of.hash), lt(images.wantedAt, of.before), ...of.references.map(isNotIn)))
    .returning();
  return row;
}

function isNotIn(column: PgColumn): SQL {
  return sql`not exists (select from ${column.table} where ${column} = '/images/' || ${images.hash} || '.webp')`;
}
