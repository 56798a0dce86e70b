-- What happened to money stays written: whoever wants to tell it differently has to take the trigger away first.
CREATE FUNCTION refuse_to_rewrite_payment_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_log_is_append_only BEFORE UPDATE OR DELETE ON "payment_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_to_rewrite_payment_log();
