CREATE TABLE "calendar_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"time_zone" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_addresses_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "calendar_addresses_language" CHECK ("calendar_addresses"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "training_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"dog_id" uuid,
	"slug" text NOT NULL,
	"started_on" date NOT NULL,
	"weekdays" integer[] NOT NULL,
	"steps" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"timer_ends_at" timestamp with time zone,
	"timer_left" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "training_plans_once" UNIQUE NULLS NOT DISTINCT("user_id","slug","dog_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_plans" ADD CONSTRAINT "training_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_plans" ADD CONSTRAINT "training_plans_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_plans_dog" ON "training_plans" USING btree ("dog_id");