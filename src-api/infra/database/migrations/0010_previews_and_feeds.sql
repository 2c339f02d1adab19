CREATE TABLE "secret_previews" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"token_hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "secret_previews_kind_slug_pk" PRIMARY KEY("kind","slug"),
	CONSTRAINT "secret_previews_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "secret_previews_kind" CHECK ("secret_previews"."kind" in ('articles', 'blog', 'recipes', 'protocols', 'videos'))
);
--> statement-breakpoint
ALTER TABLE "studio_drafts" DROP CONSTRAINT "studio_drafts_preview_hash_unique";--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "first_slug" text;--> statement-breakpoint
ALTER TABLE "secret_previews" ADD CONSTRAINT "secret_previews_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_previews" ADD CONSTRAINT "secret_previews_kind_slug_studio_drafts_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."studio_drafts"("kind","slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "secret_previews_made_by" ON "secret_previews" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "content_entries_first_slug" ON "content_entries" USING btree ("kind","first_slug") WHERE "content_entries"."first_slug" is not null;--> statement-breakpoint
ALTER TABLE "studio_drafts" DROP COLUMN "preview_hash";--> statement-breakpoint
ALTER TABLE "studio_drafts" DROP COLUMN "preview_until";