-- All content so far came from the folder; announcements that it brought have an id made of their slug (version 8).
ALTER TABLE "announcements" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "source_hash" text;--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "source_hash" text;--> statement-breakpoint
ALTER TABLE "content_tags" ADD COLUMN "origin" text;--> statement-breakpoint
UPDATE "announcements" SET "origin" = CASE WHEN substr("id"::text, 15, 1) = '8' THEN 'folder' ELSE 'portal' END;--> statement-breakpoint
UPDATE "content_entries" SET "origin" = 'folder';--> statement-breakpoint
UPDATE "content_tags" SET "origin" = 'folder';--> statement-breakpoint
ALTER TABLE "announcements" ALTER COLUMN "origin" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "content_entries" ALTER COLUMN "origin" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "content_tags" ALTER COLUMN "origin" SET NOT NULL;--> statement-breakpoint
DELETE FROM "content_texts" WHERE NOT EXISTS (
	SELECT 1 FROM "content_entries"
	WHERE "content_entries"."kind" = "content_texts"."kind" AND "content_entries"."slug" = "content_texts"."slug"
);--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_kind_slug_content_entries_kind_slug_fk" FOREIGN KEY ("kind","slug") REFERENCES "public"."content_entries"("kind","slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_origin" CHECK ("announcements"."origin" in ('folder', 'portal'));--> statement-breakpoint
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_origin" CHECK ("content_entries"."origin" in ('folder', 'portal'));--> statement-breakpoint
ALTER TABLE "content_tags" ADD CONSTRAINT "content_tags_origin" CHECK ("content_tags"."origin" in ('folder', 'portal'));
