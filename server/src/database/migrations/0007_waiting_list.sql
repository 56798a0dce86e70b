-- The waiting list (docs/decisions/0031-a-waiting-list-that-looks-again.md). Whatever may have freed time says so if somebody
-- waits, and the nodes look whom to offer it to: a calendar and a day, or nothing for 'look everywhere'.
CREATE FUNCTION notify_time_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that is being made looks when it is committed (`time_wanted`); if the time is freed after that, within a minute.
  IF EXISTS (SELECT FROM waiting_list_entries WHERE ended_at IS NULL) THEN
    PERFORM pg_notify('time_freed', OLD.calendar_id || ' ' || OLD.day);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER time_freed AFTER DELETE ON "busy_times" FOR EACH ROW EXECUTE FUNCTION notify_time_freed();
--> statement-breakpoint
CREATE TRIGGER time_freed_by_change AFTER UPDATE OF "calendar_id", "starts_at", "busy_until" ON "busy_times"
  FOR EACH ROW EXECUTE FUNCTION notify_time_freed();
--> statement-breakpoint
CREATE FUNCTION notify_time_wanted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('time_freed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER time_wanted AFTER INSERT ON "waiting_list_entries" FOR EACH STATEMENT EXECUTE FUNCTION notify_time_wanted();
--> statement-breakpoint
-- An offer that ends lets go of its slot.
CREATE FUNCTION free_offered_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy_times WHERE id = OLD.id AND kind = 'offer';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER offer_ended AFTER UPDATE OF "state" ON "waiting_list_offers"
  FOR EACH ROW WHEN (OLD.state = 'open' AND NEW.state <> 'open') EXECUTE FUNCTION free_offered_time();
--> statement-breakpoint
CREATE TRIGGER offer_deleted AFTER DELETE ON "waiting_list_offers"
  FOR EACH ROW WHEN (OLD.state = 'open') EXECUTE FUNCTION free_offered_time();
--> statement-breakpoint
-- The other way round: if something else takes the slot (its holder books over it, the clinic blocks it), the offer ends.
-- At the commit, because whoever accepts lets go of the slot before they book it.
CREATE FUNCTION withdraw_offer_without_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list_offers SET state = 'withdrawn' WHERE id = OLD.id AND state = 'open'
    AND NOT EXISTS (SELECT 1 FROM busy_times WHERE id = OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER offer_without_time AFTER DELETE ON "busy_times" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.kind = 'offer') EXECUTE FUNCTION withdraw_offer_without_time();
--> statement-breakpoint
-- An entry that ends withdraws what is offered to it.
CREATE FUNCTION withdraw_offers_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list_offers SET state = 'withdrawn' WHERE entry_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entry_ended AFTER UPDATE OF "ended_at" ON "waiting_list_entries"
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION withdraw_offers_of_entry();
--> statement-breakpoint
-- An appointment, however it came about, ends the entries that asked for it, and the offers that its patient can no
-- longer take. The entries are locked first: whoever offers locks them too, and then reads the appointments.
CREATE FUNCTION settle_waiting_list(booking bookings, before bookings) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was_there boolean := coalesce(before.state <> 'cancelled', false);
BEGIN
  PERFORM 1 FROM waiting_list_entries WHERE treated_id = booking.treated_id AND ended_at IS NULL
    ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF booking.state = 'cancelled' THEN
    UPDATE waiting_list_entries SET ended_at = booking.changed_at, ended_as = 'over'
      WHERE booking_id = booking.id AND ended_at IS NULL;
    RETURN;
  END IF;
  UPDATE waiting_list_offers o SET state = 'accepted', booking_id = booking.id
    FROM waiting_list_entries e
    WHERE e.id = o.entry_id AND e.treated_id = booking.treated_id AND e.treatment_id = booking.treatment_id AND o.state = 'open'
      AND (e.booking_id IS NULL OR e.booking_id = booking.id) AND (e.booking_id IS NOT NULL OR NOT was_there)
      -- By day and minute, because a change of the clinic's time zone changes `starts_at`.
      AND o.option_id = booking.option_id AND o.day = booking.day AND o.start_minute = booking.start_minute;
  UPDATE waiting_list_entries e SET ended_at = booking.changed_at, ended_as = 'booked'
    WHERE e.treated_id = booking.treated_id AND e.treatment_id = booking.treatment_id AND e.ended_at IS NULL
      AND (EXISTS (SELECT 1 FROM waiting_list_offers o WHERE o.entry_id = e.id AND o.state = 'accepted')
        OR booking.day BETWEEN e.first_day AND e.last_day
          AND CASE WHEN e.booking_id IS NULL THEN NOT was_there OR before.day NOT BETWEEN e.first_day AND e.last_day
            ELSE e.booking_id = booking.id AND was_there
              AND (booking.day, booking.start_minute) < (before.day, before.start_minute) END);
  UPDATE waiting_list_offers o SET state = 'withdrawn'
    FROM waiting_list_entries e
    WHERE e.id = o.entry_id AND e.treated_id = booking.treated_id AND o.state = 'open'
      AND e.booking_id IS DISTINCT FROM booking.id
      AND (o.starts_at < booking.ends_at AND booking.starts_at < o.ends_at OR e.treatment_id = booking.treatment_id AND o.day = booking.day);
END $$;
--> statement-breakpoint
CREATE FUNCTION settle_waiting_list_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_waiting_list(i, NULL) FROM inserted i
    WHERE EXISTS (SELECT FROM waiting_list_entries e WHERE e.treated_id = i.treated_id AND e.ended_at IS NULL OFFSET 0);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_settle_waiting_list AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION settle_waiting_list_of_new();
--> statement-breakpoint
CREATE FUNCTION settle_waiting_list_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_waiting_list(NEW, OLD);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_settles_waiting_list AFTER UPDATE OF "state", "day", "start_minute", "starts_at", "option_id"
  ON "bookings" FOR EACH ROW EXECUTE FUNCTION settle_waiting_list_of_changed();
--> statement-breakpoint
-- Whoever is deleted waits for nothing. Whoever gets an account of their own waits under it, if at all.
CREATE FUNCTION leave_waiting_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM waiting_list_entries WHERE person_id = NEW.id OR treated_id = NEW.id;
  ELSE
    UPDATE waiting_list_entries SET ended_at = NEW.updated_at, ended_as = 'over'
      WHERE treated_id = NEW.id AND person_id <> NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER the_deleted_leave_the_waiting_list AFTER UPDATE OF "deleted_at" ON "people"
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION leave_waiting_list();
--> statement-breakpoint
CREATE TRIGGER those_with_an_account_leave_the_waiting_list AFTER UPDATE OF "guardian_id" ON "people"
  FOR EACH ROW WHEN (OLD.guardian_id IS DISTINCT FROM NEW.guardian_id AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION leave_waiting_list();
--> statement-breakpoint
-- Open pages show people their own entries and offers as they are, and show the desk who is waiting.
CREATE FUNCTION publish_waiting_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events(coalesce((
    SELECT jsonb_agg(jsonb_build_object('audience', e.person_id, 'event', jsonb_build_object('type', 'waiting-list')))
    FROM waiting_list_entries e WHERE e.id = NEW.entry_id), '[]'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_list_changed AFTER INSERT OR UPDATE OF "state" ON "waiting_list_offers"
  FOR EACH ROW EXECUTE FUNCTION publish_waiting_list_changed();
--> statement-breakpoint
CREATE FUNCTION publish_entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events((
    SELECT jsonb_agg(jsonb_build_object('audience', p.id, 'event', jsonb_build_object('type', 'waiting-list')))
    FROM people p WHERE p.id = NEW.person_id OR p.is_admin OR p.is_front_desk));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_list_changed AFTER INSERT OR UPDATE OF "ended_at" ON "waiting_list_entries"
  FOR EACH ROW EXECUTE FUNCTION publish_entry_changed();
