CREATE TABLE "content_redirects" (
	"kind" text NOT NULL,
	"from_slug" text NOT NULL,
	"to_slug" text NOT NULL,
	CONSTRAINT "content_redirects_kind_from_slug_pk" PRIMARY KEY("kind","from_slug"),
	CONSTRAINT "content_redirects_kind" CHECK ("content_redirects"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "studio_drafts" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"draft" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"is_changed" boolean NOT NULL,
	"revision" integer NOT NULL,
	"edited_at" timestamp with time zone NOT NULL,
	"edited_by" uuid,
	"texts_changed_at" jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	"preview_hash" text,
	"preview_until" timestamp with time zone,
	CONSTRAINT "studio_drafts_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "studio_drafts_preview_hash_unique" UNIQUE("preview_hash"),
	CONSTRAINT "studio_drafts_kind" CHECK ("studio_drafts"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
CREATE TABLE "studio_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"draft" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	CONSTRAINT "studio_revisions_kind" CHECK ("studio_revisions"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
ALTER TABLE "ready_marks" DROP CONSTRAINT "ready_marks_kind_slug_content_entries_kind_slug_fk";
--> statement-breakpoint
ALTER TABLE "content_texts" DROP CONSTRAINT "content_texts_kind_slug_content_entries_kind_slug_fk";
--> statement-breakpoint
ALTER TABLE "content_texts" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "studio_drafts" ADD CONSTRAINT "studio_drafts_edited_by_users_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_revisions" ADD CONSTRAINT "studio_revisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "studio_revisions" ADD CONSTRAINT "studio_revisions_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "content_redirects_to" ON "content_redirects" USING btree ("kind","to_slug");--> statement-breakpoint
CREATE INDEX "studio_drafts_edited_by" ON "studio_drafts" USING btree ("edited_by");--> statement-breakpoint
CREATE INDEX "studio_drafts_deleted" ON "studio_drafts" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "studio_revisions_entry" ON "studio_revisions" USING btree ("kind","slug","at");--> statement-breakpoint
CREATE INDEX "studio_revisions_user" ON "studio_revisions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "ready_marks" ADD CONSTRAINT "ready_marks_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE cascade;