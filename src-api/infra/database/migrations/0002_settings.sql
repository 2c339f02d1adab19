CREATE TABLE "brand_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"document" text NOT NULL,
	"version" text NOT NULL,
	"texts" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_texts_document_version_pk" PRIMARY KEY("document","version"),
	CONSTRAINT "legal_texts_document" CHECK ("legal_texts"."document" in ('terms', 'privacy', 'regulations'))
);
