-- The outbox of live events. Ids are drawn before their transactions commit, and these commit in any order: whoever
-- read 'everything after 7' could see 9, move on, and miss 8, which commits a moment later. So a publisher says first,
-- by a shared advisory lock, after which id its own will come; the lock goes when its transaction ends. Up to the lowest
-- lock, and to the last id drawn before looking, everything is settled. Nobody waits for anybody.

-- The key of the lock: 'LIVE' in 20 bits, then the id in 44.
CREATE FUNCTION publish_live_events(published jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  after_id bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO after_id FROM live_events_id_seq;
  PERFORM pg_advisory_xact_lock_shared((x'4c495'::bigint << 44) | after_id);
  INSERT INTO live_events (audience, event)
    SELECT (item->>'audience')::uuid, item->'event' FROM jsonb_array_elements(published) AS item;
  PERFORM pg_notify('live_events', '');
END $$;
--> statement-breakpoint
-- `settled`: up to which id everything is committed or will never be. `drawn`: the last id given out; while it is
-- higher, something is under way. The order of the statements matters: an id drawn before the first one has its lock
-- held at the second one, or its transaction is over and a later statement sees its row.
CREATE FUNCTION live_events_settled(OUT settled bigint, OUT drawn bigint) LANGUAGE plpgsql AS $$
DECLARE
  held bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM live_events_id_seq;
  SELECT min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 44) - 1)) INTO held
    FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND ((classid::bigint << 32) | objid::bigint) >> 44 = x'4c495'::bigint;
  settled := least(drawn, coalesce(held, drawn));
END $$;
--> statement-breakpoint
-- Sessions end in many ways (signing out, a new password, a deleted person). Whoever is connected with one is cut off.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_sessions_ended', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
