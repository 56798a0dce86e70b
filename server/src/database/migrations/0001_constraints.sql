-- What Drizzle's schema cannot say: rules that compare rows, and the rows that are always there.
--
-- These migrations, up to that of the payments, are the first release:
-- Old code works since: 0000_initial

CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
-- Two rules compare each appointment with all others: a calendar is busy with one thing at a time (`no_overlap_in_calendar`), and a
-- person is in one place at a time (`patient_in_one_place`). Exclusion constraints would say the same, but their indexes took a third
-- of PostgreSQL's work for a booking (docs/decisions/0003-the-database-decides.md). So triggers look at what a
-- statement has written. First they lock its calendars or people until the transaction ends: whoever comes second waits, and then sees
-- what the first has written. That is certain only if each statement sees all that was committed before it.
CREATE FUNCTION require_read_committed() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE feature_not_supported USING MESSAGE = 'Appointments can only be written in READ COMMITTED transactions';
  END IF;
END $$;
--> statement-breakpoint
-- For tables that are only added to: changing what they have requires dropping the trigger first.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE restrict_violation USING MESSAGE = format('%s is append-only', TG_TABLE_NAME);
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_overlap(rule text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE exclusion_violation USING MESSAGE = format('It overlaps something else, against the rule %s', rule), CONSTRAINT = rule;
END $$;
--> statement-breakpoint
-- What makes a calendar busy in this time. Nothing in a calendar overlaps, so of all that began before, only the last can
-- reach into it. With that, the index `busy_times_of_calendar` finds it without reading years.
CREATE FUNCTION busy_between(calendar uuid, since timestamptz, until timestamptz) RETURNS SETOF busy_times LANGUAGE sql STABLE AS $$
  SELECT t.* FROM busy_times t
    WHERE t.calendar_id = calendar AND t.starts_at < until AND t.busy_until > since AND t.starts_at >= coalesce(
      (SELECT max(e.starts_at) FROM busy_times e WHERE e.calendar_id = calendar AND e.starts_at < since), '-infinity')
$$;
--> statement-breakpoint
-- The last live appointment, other than one, that begins before a moment and at which a person is treated. If any of them ends
-- after another moment, then this one does, because they do not overlap.
CREATE FUNCTION last_treated_before(person uuid, moment timestamptz, besides uuid) RETURNS SETOF bookings LANGUAGE sql STABLE AS $$
  SELECT * FROM bookings b
    WHERE b.treated_id = person AND b.state <> 'cancelled' AND b.starts_at < moment AND b.id <> besides
    ORDER BY b.starts_at DESC LIMIT 1
$$;
--> statement-breakpoint
-- The same for what makes a calendar busy.
CREATE FUNCTION last_busy_before(calendar uuid, moment timestamptz, besides uuid) RETURNS SETOF busy_times LANGUAGE sql STABLE AS $$
  SELECT * FROM busy_times t
    WHERE t.calendar_id = calendar AND t.starts_at < moment AND t.id <> besides
    ORDER BY t.starts_at DESC LIMIT 1
$$;
--> statement-breakpoint
-- It is enough to look at the last one for each row that was written: of several rows that overlap each other or older ones, two are next
-- to each other in the order in which they begin, and one of these two was written.
CREATE FUNCTION refuse_overlap_in_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_read_committed();
  PERFORM (SELECT c.id FROM calendars c WHERE c.id = w.calendar_id FOR NO KEY UPDATE)
    FROM (SELECT DISTINCT calendar_id FROM written ORDER BY calendar_id) w;
  IF EXISTS (SELECT FROM written w
      WHERE EXISTS (SELECT FROM last_busy_before(w.calendar_id, w.busy_until, w.id) t WHERE t.busy_until > w.starts_at OFFSET 0)) THEN
    PERFORM refuse_overlap('no_overlap_in_calendar');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER no_overlap_in_calendar AFTER INSERT ON "busy_times" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_overlap_in_calendar();
--> statement-breakpoint
CREATE TRIGGER no_overlap_after_change AFTER UPDATE ON "busy_times" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_overlap_in_calendar();
--> statement-breakpoint
CREATE FUNCTION refuse_two_places_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_read_committed();
  PERFORM (SELECT p.id FROM people p WHERE p.id = w.treated_id FOR NO KEY UPDATE)
    FROM (SELECT DISTINCT treated_id FROM written WHERE state <> 'cancelled' ORDER BY treated_id) w;
  IF EXISTS (SELECT FROM written w WHERE w.state <> 'cancelled'
      AND EXISTS (SELECT FROM last_treated_before(w.treated_id, w.ends_at, w.id) b WHERE b.ends_at > w.starts_at OFFSET 0)) THEN
    PERFORM refuse_overlap('patient_in_one_place');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER patient_in_one_place AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_two_places_at_once();
--> statement-breakpoint
-- Most changes of an appointment move nothing, and lock nobody.
CREATE FUNCTION refuse_move_to_two_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM require_read_committed();
  PERFORM FROM people WHERE id = NEW.treated_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM last_treated_before(NEW.treated_id, NEW.ends_at, NEW.id) b WHERE b.ends_at > NEW.starts_at) THEN
    PERFORM refuse_overlap('patient_in_one_place');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER patient_in_one_place_after_change AFTER UPDATE OF "state", "treated_id", "starts_at", "ends_at" ON "bookings"
  FOR EACH ROW WHEN (NEW.state <> 'cancelled' AND (OLD.state = 'cancelled'
    OR (OLD.treated_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.treated_id, NEW.starts_at, NEW.ends_at)))
  EXECUTE FUNCTION refuse_move_to_two_places();
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
