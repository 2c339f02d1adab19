-- What admins do for members: docs/decisions/0039-members.md.
-- Returns what members are searched by: the words of name and address, each after a space. It keeps the path of its creation,
-- since an index is also built where none is set, as when a backup is restored.
CREATE FUNCTION "person_search_text"("name" text, "email" text, "unproven_email" text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
BEGIN
	RETURN ' ' || content_search_text(name || ' ' || coalesce(email, unproven_email, ''));
END
$$;--> statement-breakpoint
CREATE TABLE "member_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"credit_note_id" uuid,
	"undo" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "member_acts" ADD CONSTRAINT "member_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_acts" ADD CONSTRAINT "member_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "member_acts_key" ON "member_acts" USING btree ("actor_id","key");--> statement-breakpoint
CREATE INDEX "member_acts_user" ON "member_acts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "member_acts_created" ON "member_acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "member_notes_user" ON "member_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (person_search_text("name", "email", "unproven_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_past_due" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" = 'past_due';--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at");