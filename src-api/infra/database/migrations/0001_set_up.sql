CREATE TABLE "set_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"email" text,
	"name" text,
	"password_hash" text,
	"language" text,
	"code_hash" text,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"code_sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "set_ups_id" CHECK ("set_ups"."id" in ('first-admin')),
	CONSTRAINT "set_ups_language" CHECK ("set_ups"."language" in ('en', 'pl'))
);
