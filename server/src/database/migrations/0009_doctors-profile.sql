-- What patients are shown of a doctor follows what the doctor changes in their profile, and only that.
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
