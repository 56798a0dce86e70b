-- What nodes tell each other: live events, and messages to send.

-- Notifies all nodes at the commit. A commit with a notification waits for every other one in the cluster, and holds them
-- up while it waits for the disk. So a transaction of which there are many turns this off, and its node notifies afterwards.
CREATE FUNCTION notify_nodes(channel text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('openhours.notifies_later', true) IS DISTINCT FROM 'on' THEN
    PERFORM pg_notify(channel, '');
  END IF;
END $$;
--> statement-breakpoint
-- The outbox of live events. Ids are drawn before their transactions commit, and these commit in any order: a reader of
-- 'everything after 7' could see 9, move on, and miss 8, which commits a moment later. So a publisher first takes a
-- shared advisory lock on the id after which its own will come, and holds it until its transaction ends. Up to the
-- lowest lock, and to the last id drawn before looking, everything is settled. Nobody waits.

-- The key of the lock: 'LIVE' in 20 bits, then the id in 44.
CREATE FUNCTION publish_live_events(published jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  after_id bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO after_id FROM live_events_id_seq;
  PERFORM pg_advisory_xact_lock_shared((x'4c495'::bigint << 44) | after_id);
  INSERT INTO live_events (audience, except_for, event)
    SELECT (item->>'audience')::uuid, (item->>'exceptFor')::uuid, item->'event' FROM jsonb_array_elements(published) AS item;
  PERFORM notify_nodes('live_events');
END $$;
--> statement-breakpoint
-- `settled`: every id up to it is committed or never will be. `drawn`: the last id given out; while it is higher,
-- transactions are open. The order of the statements matters: an id drawn before the first one has its lock held at the
-- second one, or its transaction is over and a later statement sees its row.
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
-- Whatever queues a message wakes the nodes that send (`features/messages/deliver-messages.ts`).
CREATE FUNCTION notify_message_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_nodes('message_queued');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_queued AFTER INSERT ON "outgoing_messages" FOR EACH STATEMENT EXECUTE FUNCTION notify_message_queued();
--> statement-breakpoint
-- Search in Outgoing Messages: parts of an address that may belong to nobody, such as that of an invitation. Most messages
-- have a person instead.
CREATE INDEX "outgoing_messages_by_address" ON "outgoing_messages"
  USING gin (fold_name("address") gin_trgm_ops) WITH (fastupdate = off) WHERE "address" IS NOT NULL;
