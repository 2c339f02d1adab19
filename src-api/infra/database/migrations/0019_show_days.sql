CREATE TABLE "shows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"dog_id" uuid,
	"height_class" text,
	"name" text NOT NULL,
	"on" date NOT NULL,
	"starts_at" text,
	"is_hot" boolean NOT NULL,
	"planned_on" date NOT NULL,
	"ticks" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shows_height_class" CHECK ("shows"."height_class" in ('extraSmall', 'small', 'medium', 'intermediate', 'large')),
	CONSTRAINT "shows_competitor" CHECK (num_nonnulls("shows"."dog_id", "shows"."height_class") = 1)
);
--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shows" ADD CONSTRAINT "shows_dog_id_dogs_id_fk" FOREIGN KEY ("dog_id") REFERENCES "public"."dogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shows_user" ON "shows" USING btree ("user_id","on");--> statement-breakpoint
CREATE INDEX "shows_dog" ON "shows" USING btree ("dog_id");--> statement-breakpoint
CREATE INDEX "content_texts_show_day" ON "content_texts" USING btree ("kind","slug") WHERE ("content_texts"."details" -> 'showDay') is not null;--> statement-breakpoint
-- As before, without what entries contribute to the countdowns of shows: their pages do not show it.
CREATE OR REPLACE FUNCTION "content_search_body"("body" text, "details" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT content_search_text(left(
		coalesce((SELECT string_agg(found #>> '{}', ' ') FROM jsonb_path_query(details - 'showDay', 'strict $.** ? (@.type() == "string")') AS found) || ' ', '')
			|| regexp_replace(left(body, 200000), '\]\([^)]*\)', '] ', 'g'),
		200000))
$$;
