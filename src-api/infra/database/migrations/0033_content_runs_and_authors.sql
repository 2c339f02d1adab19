CREATE TABLE "content_sync_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"folder" text NOT NULL,
	"is_rehearsal" boolean NOT NULL,
	"may_remove_most" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"lines" jsonb,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "appeared_at" timestamp with time zone;--> statement-breakpoint
-- What is there was announced by its time of publication.
UPDATE "content_entries" SET "appeared_at" = "published_at" WHERE "published_at" IS NOT NULL;--> statement-breakpoint
-- Names of authors are public, and are searched like tags: docs/decisions/0022-search.md.
CREATE OR REPLACE FUNCTION "fill_content_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	config regconfig := content_search_config(NEW.language);
BEGIN
	NEW.search_teaser := setweight(to_tsvector(config, content_search_text(NEW.title)), 'A')
		|| setweight(to_tsvector(config, content_search_text(NEW.summary)), 'B')
		|| coalesce((
			SELECT string_agg('''#' || replace(replace(tag, '\', '\\'), '''', '''''') || ''':1C', ' ')::tsvector
			FROM content_entries AS entry, unnest(entry.tags) AS tag
			WHERE entry.kind = NEW.kind AND entry.slug = NEW.slug
		), '')
		|| coalesce((
			SELECT setweight(to_tsvector(config, content_search_text(entry.author)), 'C')
			FROM content_entries AS entry
			WHERE entry.kind = NEW.kind AND entry.slug = NEW.slug
		), '');
	NEW.search_all := NEW.search_teaser || strip(to_tsvector(config, content_search_body(NEW.body, NEW.details)));
	RETURN NEW;
END
$$;--> statement-breakpoint
DROP TRIGGER "content_search" ON "content_entries";--> statement-breakpoint
CREATE TRIGGER "content_search" AFTER UPDATE OF "tags", "author" ON "content_entries" FOR EACH ROW
	WHEN (OLD."tags" IS DISTINCT FROM NEW."tags" OR OLD."author" IS DISTINCT FROM NEW."author") EXECUTE FUNCTION "fill_content_search_of_entry"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_words_of_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_content_words(array_agg(language), array_agg(value), array_agg(is_in_teaser))
	FROM (
		SELECT written.language, content_search_text(title || ' ' || summary || ' ' || entry.author) AS value, true AS is_in_teaser
		FROM written JOIN content_entries AS entry ON entry.kind = written.kind AND entry.slug = written.slug
		UNION ALL
		SELECT language, content_search_body(body, details), false FROM written
	) AS texts;
	RETURN NULL;
END
$$;--> statement-breakpoint
UPDATE "content_texts" SET "slug" = "slug";
