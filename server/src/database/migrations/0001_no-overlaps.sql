-- What Drizzle's schema cannot say. Made after the unique indexes on purpose: PostgreSQL checks indexes in the order
-- of their creation, and equal slots must meet at a unique index first, where waiting cannot deadlock.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "patient_in_one_place"
  EXCLUDE USING gist ("patient_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("status" = 'confirmed');
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "no_overlap_in_calendar"
  EXCLUDE USING gist ("calendar_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("status" = 'confirmed');
