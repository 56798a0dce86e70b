-- What free slots are computed from, and when it changed.

-- Whether hours, prices, options or rules have changed since a snapshot.
CREATE FUNCTION plan_has_changed(planned pg_snapshot) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (
    SELECT FROM schedule_changes
    WHERE day IS NULL AND transaction >= pg_snapshot_xmin(planned)
      -- A restored backup can have rows with ids of transactions that this server has not reached.
      AND transaction < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(transaction, planned)
  )
$$;
--> statement-breakpoint
-- Answers about free slots are cached (docs/decisions/0038-cached-free-slots.md). Whoever changes what they are made of
-- leaves a row: a day, or null for every day. A change of every day also notifies the nodes: public pages show the clinic's
-- hours and treatments (`features/clinic/current-clinic.ts`), and time may be free for those who wait for it.
CREATE FUNCTION note_schedule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO schedule_changes DEFAULT VALUES;
  PERFORM pg_notify('schedule_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_changed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO schedule_changes (day) SELECT day FROM changed_from UNION SELECT day FROM changed;
  ELSE
    INSERT INTO schedule_changes (day) SELECT DISTINCT day FROM changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT ON "busy_times" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
CREATE TRIGGER schedule_changed_by_update AFTER UPDATE ON "busy_times" REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
CREATE TRIGGER schedule_changed_by_delete AFTER DELETE ON "busy_times" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
DO $$
DECLARE
  planned text;
BEGIN
  FOREACH planned IN ARRAY ARRAY[
    'working_weeks', 'opening_hours', 'hours_exceptions', 'closures', 'clinic_hours', 'special_hours',
    'special_hours_doctors', 'clinic', 'treatments', 'appointment_options'
  ] LOOP
    EXECUTE format('CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change()', planned);
  END LOOP;
END $$;
--> statement-breakpoint
-- Who of the staff wants an email about new bookings belongs to what a booking is made from.
CREATE TRIGGER staff_changed AFTER UPDATE OF "is_admin", "is_doctor", "is_front_desk", "deleted_at" ON "people"
  FOR EACH ROW WHEN ((OLD."is_admin", OLD."is_doctor", OLD."is_front_desk", OLD."deleted_at")
    IS DISTINCT FROM (NEW."is_admin", NEW."is_doctor", NEW."is_front_desk", NEW."deleted_at"))
  EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_made AFTER INSERT OR UPDATE ON "message_choices"
  FOR EACH ROW WHEN (NEW."topic" = 'new-bookings') EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_ended AFTER DELETE ON "message_choices"
  FOR EACH ROW WHEN (OLD."topic" = 'new-bookings') EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_of_clinic AFTER INSERT OR UPDATE OR DELETE ON "clinic_message_choices"
  FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
