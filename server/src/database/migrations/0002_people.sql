-- People, how they sign in, and the audit log.

-- Search in All Users: parts of the name and the email address. Without fastupdate, whose pending list every search
-- would have to read; people are added one at a time.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- A text as searches compare it: without letter case, accents and kinds of apostrophes. Letters that Unicode does not take
-- apart are replaced first, and so is the acute accent, which would become a space. Marks of other scripts are letters.
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(regexp_replace(
    normalize(
      translate(
        replace(replace(replace(replace(replace(name, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
        '’‘ʼ`´øØđĐłŁı', '''''''''''ooddlli'),
      NFKD),
    '[\u0300-\u036f]', '', 'g'));
--> statement-breakpoint
CREATE INDEX "people_search" ON "people"
  USING gin (fold_name("name" || ' ' || "email") gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
-- The front desk finds people by parts of the telephone number, too.
CREATE INDEX "people_by_phone" ON "people" USING gin ("phone" gin_trgm_ops) WITH (fastupdate = off) WHERE "phone" IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER "audit_log_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A sign-in during a deletion gets no session: this lock waits for the deletion, which changes the key column email and
-- so locks the whole row, and then finds the person deleted.
CREATE FUNCTION refuse_ways_in_for_the_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "people" WHERE "id" = NEW."person_id" AND "deleted_at" IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such person' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "no_session_for_the_deleted" BEFORE INSERT ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_account_for_the_deleted" BEFORE INSERT ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_authenticator_for_the_deleted" BEFORE INSERT ON "two_factors"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_passkey_for_the_deleted" BEFORE INSERT ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_calendar_feed_for_the_deleted" BEFORE INSERT ON "calendar_feeds"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
-- people.two_factor_enabled: whether the person has a confirmed authenticator app or a passkey. It decides whether a
-- password alone signs them in, so it is derived here and nowhere else. The row of the person is locked meanwhile.
CREATE FUNCTION derive_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."two_factor_enabled" := EXISTS (SELECT 1 FROM "two_factors" WHERE "person_id" = NEW."id" AND "verified")
    OR EXISTS (SELECT 1 FROM "passkeys" WHERE "person_id" = NEW."id");
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "second_factor_is_derived" BEFORE UPDATE OF "two_factor_enabled" ON "people"
  FOR EACH ROW EXECUTE FUNCTION derive_second_factor();
--> statement-breakpoint
CREATE FUNCTION second_factor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "people" SET "two_factor_enabled" = DEFAULT WHERE "id" = coalesce(NEW."person_id", OLD."person_id");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "second_factor_changed" AFTER INSERT OR UPDATE OF "verified" OR DELETE ON "two_factors"
  FOR EACH ROW EXECUTE FUNCTION second_factor_changed();
--> statement-breakpoint
CREATE TRIGGER "second_factor_changed" AFTER INSERT OR DELETE ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION second_factor_changed();
--> statement-breakpoint
-- A new password, however it was set, invalidates all reset links and ends sign-ins that wait for the second factor. Codes
-- that were used stay used.
CREATE FUNCTION end_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "verifications" WHERE "value" = NEW."person_id"::text AND "identifier" NOT LIKE 'used-code:%';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Not if only the hash changes: at a sign-in, an outdated hash is replaced by one of the same password.
CREATE FUNCTION is_another_password() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('openhours.same_password', true) IS DISTINCT FROM 'on'
$$;
--> statement-breakpoint
-- Whoever has a password is notified when it changes, however it was changed. The id is a UUID of version 7, as all others.
CREATE FUNCTION queue_password_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Like all other instants of messages, which cursors name.
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
  millis text := lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0');
  chance text := md5(gen_random_uuid()::text);
BEGIN
  INSERT INTO outgoing_messages (id, kind, person_id, about, queued_at, due_at, try_until)
    VALUES (
      (millis || '7' || substr(chance, 1, 3) || 'a' || substr(chance, 4, 15))::uuid,
      'password-changed', NEW.person_id, '{}', at, at, at + interval '1 day');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "a_changed_password_is_notified" AFTER UPDATE OF "password" ON "accounts"
  FOR EACH ROW WHEN (OLD."password" IS NOT NULL AND NEW."password" IS DISTINCT FROM OLD."password" AND is_another_password())
  EXECUTE FUNCTION queue_password_changed();
--> statement-breakpoint
CREATE TRIGGER "a_new_password_ends_verifications" AFTER INSERT OR UPDATE OF "password" ON "accounts"
  FOR EACH ROW WHEN (NEW."password" IS NOT NULL AND is_another_password()) EXECUTE FUNCTION end_verifications();
--> statement-breakpoint
-- Sessions end in many ways (signing out, a new password, a deleted person). Their live connections are closed.
CREATE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_sessions_ended', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_session_ended();
--> statement-breakpoint
-- A number is confirmed with a code that was sent to it, so another number is not. For a while, a call to it does not show who answers.
CREATE FUNCTION distrust_other_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_confirmed_at := NULL;
  NEW.phone_changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER distrust_other_phone BEFORE UPDATE OF phone ON "people"
  FOR EACH ROW WHEN (NEW.phone IS DISTINCT FROM OLD.phone) EXECUTE FUNCTION distrust_other_phone();
--> statement-breakpoint
-- Counting a million people takes long, so whoever gets or loses an account is counted then (`peopleCounts`).
CREATE FUNCTION count_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people_counts (people) VALUES (TG_ARGV[0]::int);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_new_person AFTER INSERT ON "people"
  FOR EACH ROW WHEN (NEW.email LIKE '%@%') EXECUTE FUNCTION count_person('1');
--> statement-breakpoint
CREATE TRIGGER count_person_with_account AFTER UPDATE OF "email" ON "people"
  FOR EACH ROW WHEN (OLD.email NOT LIKE '%@%' AND NEW.email LIKE '%@%') EXECUTE FUNCTION count_person('1');
--> statement-breakpoint
CREATE TRIGGER count_person_without_account AFTER UPDATE OF "email" ON "people"
  FOR EACH ROW WHEN (OLD.email LIKE '%@%' AND NEW.email NOT LIKE '%@%') EXECUTE FUNCTION count_person('-1');
--> statement-breakpoint
CREATE TRIGGER count_deleted_person AFTER DELETE ON "people"
  FOR EACH ROW WHEN (OLD.email LIKE '%@%') EXECUTE FUNCTION count_person('-1');
--> statement-breakpoint
-- What is still sent to somebody after their deletion (decision 10) says nothing about them once it is over. What the mail
-- server said may name the address.
CREATE FUNCTION forget_deleted_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM people
      WHERE id = coalesce(NEW.person_id, (NEW.about ->> 'personId')::uuid) AND deleted_at IS NOT NULL) THEN
    NEW.person_id := NULL;
    NEW.address := NULL;
    NEW.about := '{}';
    IF NEW.state NOT IN ('unreachable', 'dropped') THEN NEW.said := NULL; END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER the_deleted_leave_ended_messages BEFORE UPDATE OF "ended_at" ON "outgoing_messages"
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION forget_deleted_recipient();
