CREATE TABLE "content_authors" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"credentials" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"origin" text NOT NULL,
	"source_hash" text,
	CONSTRAINT "content_authors_origin" CHECK ("content_authors"."origin" in ('folder', 'portal', 'import'))
);
--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "related" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "content_authors_name" ON "content_authors" USING btree ("name","slug");--> statement-breakpoint
CREATE INDEX "content_entries_author" ON "content_entries" USING btree ("author","published_at","kind","slug");--> statement-breakpoint
CREATE INDEX "content_entries_related" ON "content_entries" USING gin ("related");--> statement-breakpoint
CREATE TRIGGER "public_content_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "content_authors" FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_content"();
