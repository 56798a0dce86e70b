-- What follows from an appointment: the busy time in its calendar, its history, and events.

-- A live appointment keeps its calendar busy. Whoever books has usually written the busy times already (`record_bookings`).
CREATE FUNCTION keep_busy_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Looking costs less than a statement that inserts nothing.
  IF EXISTS (SELECT FROM inserted i WHERE state <> 'cancelled' AND NOT EXISTS (SELECT FROM busy_times t WHERE t.id = i.id)) THEN
    INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
      SELECT id, 'booking', id, calendar_id, day, start_minute, starts_at, ends_at + buffer_minutes * interval '1 minute'
      FROM inserted WHERE state <> 'cancelled'
      ON CONFLICT (id) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "bookings_keep_busy_times" AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_busy_times();
--> statement-breakpoint
CREATE FUNCTION change_busy_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'cancelled' THEN
    DELETE FROM busy_times WHERE id = NEW.id;
    RETURN NULL;
  END IF;
  -- Looking costs less than a statement that changes nothing.
  IF EXISTS (SELECT FROM busy_times t WHERE t.id = NEW.id
      AND (t.calendar_id, t.day, t.start_minute, t.starts_at, t.busy_until)
        = (NEW.calendar_id, NEW.day, NEW.start_minute, NEW.starts_at, NEW.ends_at + NEW.buffer_minutes * interval '1 minute')) THEN
    RETURN NULL;
  END IF;
  INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
    VALUES (NEW.id, 'booking', NEW.id, NEW.calendar_id, NEW.day, NEW.start_minute, NEW.starts_at,
      NEW.ends_at + NEW.buffer_minutes * interval '1 minute')
    ON CONFLICT (id) DO UPDATE SET calendar_id = excluded.calendar_id, day = excluded.day,
      start_minute = excluded.start_minute, starts_at = excluded.starts_at, busy_until = excluded.busy_until;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_changes_busy_time" AFTER UPDATE OF "state", "calendar_id", "day", "start_minute", "starts_at", "ends_at",
  "buffer_minutes" ON "bookings" FOR EACH ROW EXECUTE FUNCTION change_busy_time();
--> statement-breakpoint
-- A change of state, time or doctor is a new version; the one before it goes into the history. The transitions are those
-- of features/booking/states.ts, which a test compares.
CREATE FUNCTION keep_booking_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state || ' ' || NEW.state) <> ALL (ARRAY[
    'booked arrived', 'booked no-show', 'booked cancelled',
    'arrived in-progress', 'arrived cancelled', 'arrived booked', 'arrived no-show',
    'in-progress done', 'in-progress arrived',
    'done in-progress',
    'no-show booked', 'no-show arrived',
    'cancelled booked'
  ]) THEN
    RAISE EXCEPTION 'An appointment cannot become % when it is %', NEW.state, OLD.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_transition_known';
  END IF;
  INSERT INTO booking_history (booking_id, version, state, changed_at, changed_by, changed_as, change_reason, day,
      start_minute, minutes, doctor_name)
    VALUES (OLD.id, OLD.version, OLD.state, OLD.changed_at, OLD.changed_by, OLD.changed_as, OLD.change_reason, OLD.day,
      OLD.start_minute, OLD.minutes, OLD.doctor_name);
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_keeps_its_history" BEFORE UPDATE ON "bookings" FOR EACH ROW
  WHEN ((OLD.state, OLD.day, OLD.start_minute, OLD.option_id)
    IS DISTINCT FROM (NEW.state, NEW.day, NEW.start_minute, NEW.option_id))
  EXECUTE FUNCTION keep_booking_history();
--> statement-breakpoint
-- Who booked: `changed_as` of its first version.
CREATE FUNCTION booked_as(booking bookings) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT h.changed_as FROM booking_history h WHERE h.booking_id = booking.id AND h.version = 1),
    booking.changed_as)
$$;
--> statement-breakpoint
CREATE TRIGGER "booking_history_is_append_only" BEFORE UPDATE OR TRUNCATE ON "booking_history"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A hold ends in many ways (booked, released, over, signed out). Open pages show its slot as free again. Its holder is left
-- out: they see their own holds as free.
CREATE FUNCTION slots_event(changed date) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('event', jsonb_build_object('type', 'slots', 'date', to_char(changed, 'FMMon FMDD, YYYY')))
$$;
--> statement-breakpoint
CREATE FUNCTION publish_hold_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events(jsonb_build_array(
    slots_event(OLD.day) || CASE WHEN OLD.kind = 'hold' THEN jsonb_build_object('exceptFor', OLD.holder_id) ELSE '{}' END));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "hold_ended" AFTER DELETE ON "busy_times" FOR EACH ROW WHEN (OLD.kind IN ('hold', 'offer'))
  EXECUTE FUNCTION publish_hold_ended();
--> statement-breakpoint
-- Copies changes of a doctor's name and photo to their options, which patients see.
CREATE FUNCTION options_follow_their_doctor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE appointment_options SET
    doctor_name = CASE WHEN NEW.name IS DISTINCT FROM OLD.name THEN NEW.name ELSE doctor_name END,
    doctor_photo = CASE WHEN NEW.image IS DISTINCT FROM OLD.image THEN NEW.image ELSE doctor_photo END
  WHERE doctor_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER options_follow_their_doctor AFTER UPDATE OF name, image ON people
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND (NEW.name, NEW.image) IS DISTINCT FROM (OLD.name, OLD.image))
  EXECUTE FUNCTION options_follow_their_doctor();
--> statement-breakpoint
-- Appointments ahead have the names that people have now, also if the patient has arrived early; those that have begun, the
-- names at that time.
CREATE FUNCTION bookings_follow_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bookings SET doctor_name = NEW.name
    WHERE calendar_id = NEW.id AND starts_at > now() AND state IN ('booked', 'arrived');
  UPDATE bookings SET patient_name = NEW.name
    WHERE treated_id = NEW.id AND starts_at > now() AND state IN ('booked', 'arrived');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_follow_names AFTER UPDATE OF name ON people
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND NEW.name IS DISTINCT FROM OLD.name)
  EXECUTE FUNCTION bookings_follow_names();
