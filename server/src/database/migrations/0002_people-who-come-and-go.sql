CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid,
	"subject_name" text,
	"outcome" text NOT NULL,
	"detail" text,
	"address" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_people_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_subject_id_people_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_on_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_cancelled_by_people_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_by_name" ON "people" USING btree (lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_admins_first" ON "people" USING btree ((not "is_admin"),lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_doctors_first" ON "people" USING btree ((not "is_doctor"),lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "admins_of_the_clinic" ON "people" USING btree ("id") WHERE "people"."is_admin";--> statement-breakpoint
CREATE INDEX "doctors_of_the_clinic" ON "people" USING btree (lower("name"),"id") WHERE "people"."is_doctor";--> statement-breakpoint
CREATE UNIQUE INDEX "one_option_per_doctor_and_treatment" ON "appointment_options" USING btree ("doctor_id","treatment_id") WHERE "appointment_options"."doctor_id" is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "booking_cancelled_with_a_reason" CHECK (("bookings"."status" = 'cancelled') = ("bookings"."cancelled_at" is not null and "bookings"."cancel_reason" is not null));--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "deleted_person_has_nothing_left" CHECK ("people"."deleted_at" is null or ("people"."email" = 'deleted:' || "people"."id"::text and "people"."image" is null
        and not "people"."is_admin" and not "people"."is_doctor"));