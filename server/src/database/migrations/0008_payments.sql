-- Payments and refunds.

CREATE TRIGGER payment_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Refunds of a payment are in its currency and never exceed it; a payment that was refunded in full pays for nothing.
-- Checked at commit, one transaction per payment at a time.
CREATE FUNCTION check_refunds_of_payment(checked uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  payment payments;
  refunded bigint;
  returned bigint;
BEGIN
  SELECT * INTO payment FROM payments WHERE id = checked FOR NO KEY UPDATE;
  SELECT coalesce(sum(amount_minor) FILTER (WHERE state <> 'failed'), 0),
         coalesce(sum(amount_minor) FILTER (WHERE state = 'succeeded'), 0)
    INTO refunded, returned FROM refunds WHERE payment_id = checked;
  IF refunded > payment.amount_minor
     OR EXISTS (SELECT 1 FROM refunds WHERE payment_id = checked AND currency <> payment.currency) THEN
    RAISE EXCEPTION 'More would be refunded than was paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  IF payment.state = 'paid' AND returned = payment.amount_minor THEN
    RAISE EXCEPTION 'A payment of which all was refunded pays for nothing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_payment_is_not_paid';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_refunds_of_payment(NEW.payment_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_refunds_of_payment(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refunds_fit_their_payment AFTER INSERT OR UPDATE OF state, amount_minor, currency ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_fits_its_refunds AFTER UPDATE OF state ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payment();
