CREATE TABLE "image_quotas" (
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	"uploads" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "one_quota_per_person_and_day" PRIMARY KEY("person_id","day")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"store" text,
	"location" text,
	"thumbnail_location" text,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_named_by_content" CHECK ("images"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "image_stored_whole" CHECK (num_nulls("images"."store", "images"."location", "images"."thumbnail_location") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "image_quotas" ADD CONSTRAINT "image_quotas_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_quotas_by_day" ON "image_quotas" USING btree ("day");--> statement-breakpoint
CREATE INDEX "images_by_last_wanted" ON "images" USING btree ("wanted_at");--> statement-breakpoint
CREATE INDEX "images_of_owner" ON "images" USING btree ("owner_id");
