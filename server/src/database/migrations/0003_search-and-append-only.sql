-- Search in All Users: parts of words of the name and of the e-mail address. Without a list of pending entries, which
-- every search would read from end to end: people come one at a time.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "people_search" ON "people"
  USING gin (lower("name" || ' ' || "email") gin_trgm_ops) WITH (fastupdate = off) WHERE "deleted_at" IS NULL;
--> statement-breakpoint
-- The audit log: lines are added, and that is all.
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
--> statement-breakpoint
-- Who signs in while being deleted gets no session: the lock waits for the deletion, which changes the e-mail address
-- and so takes the row whole, and then sees it.
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
