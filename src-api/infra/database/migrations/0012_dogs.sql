CREATE TABLE "dog_heights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dog_id" uuid NOT NULL,
	"height" integer NOT NULL,
	"measured_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dogs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"born_on" date,
	"discipline" text,
	"weight" integer,
	"weighed_on" date,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dogs_discipline" CHECK ("dogs"."discipline" in ('agility', 'rally', 'obedience', 'shows', 'conditioning')),
	CONSTRAINT "dogs_weighed" CHECK (num_nonnulls("dogs"."weight", "dogs"."weighed_on") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "dog_heights" ADD CONSTRAINT "dog_heights_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dogs" ADD CONSTRAINT "dogs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dog_heights_dog" ON "dog_heights" USING btree ("dog_id","measured_on");--> statement-breakpoint
CREATE INDEX "dogs_user" ON "dogs" USING btree ("user_id","created_at");