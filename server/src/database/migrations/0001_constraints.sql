-- What Drizzle's schema cannot say: constraints that compare rows, and the rows that are always there. The exclusion constraints
-- come after the unique indexes on purpose: PostgreSQL checks indexes in the order of their creation, and equal slots must
-- conflict at a unique index first, where waiting cannot deadlock.
--
-- These migrations, up to that of the payments, are the first release:
-- Old code works since: 0000_initial

CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "patient_in_one_place"
  EXCLUDE USING gist ("treated_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("state" <> 'cancelled');
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "no_overlap_in_calendar"
  EXCLUDE USING gist ("calendar_id" WITH =, tstzrange("starts_at", "busy_until") WITH &&);
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_time_of_a_booking"
  FOREIGN KEY ("booking_id") REFERENCES "bookings" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
INSERT INTO "receipt_counter" DEFAULT VALUES;
--> statement-breakpoint
-- Hours of one day, for all treatments or for the same one, do not overlap.
ALTER TABLE "opening_hours" ADD CONSTRAINT "no_overlap_in_opening_hours"
  EXCLUDE USING gist (
    "calendar_id" WITH =, "valid_from" WITH =, "weekday" WITH =,
    (coalesce("treatment_id", '00000000-0000-0000-0000-000000000000')) WITH =,
    int4range("opens_minute"::int, "closes_minute"::int) WITH &&);
--> statement-breakpoint
-- Nor do the exceptions of one day. A day off leaves room for nothing beside it.
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "no_overlap_in_exceptions"
  EXCLUDE USING gist (
    "calendar_id" WITH =, "date" WITH =,
    (coalesce("treatment_id", '00000000-0000-0000-0000-000000000000')) WITH =,
    int4range(coalesce("opens_minute", 0)::int, coalesce("closes_minute", 1440)::int) WITH &&);
--> statement-breakpoint
ALTER TABLE "clinic_hours" ADD CONSTRAINT "no_overlap_in_clinic_hours"
  EXCLUDE USING gist ("weekday" WITH =, int4range("opens_minute"::int, "closes_minute"::int) WITH &&);
--> statement-breakpoint
ALTER TABLE "special_hours" ADD CONSTRAINT "no_overlap_in_special_hours"
  EXCLUDE USING gist ("date" WITH =, int4range("opens_minute"::int, "closes_minute"::int) WITH &&);
--> statement-breakpoint
INSERT INTO "clinic" DEFAULT VALUES;
