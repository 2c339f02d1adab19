-- Who did what: docs/decisions/0040-audit-trail.md.
CREATE TABLE "audit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"act" text NOT NULL,
	"actor_id" uuid,
	"via" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"subject_id" uuid,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_entries_newest" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_act" ON "audit_entries" USING btree ("act","at","id");--> statement-breakpoint
-- Entries are added and read. A transaction may say that it deletes those from before a time, or that it
-- removes addresses and devices; everything else is refused, whoever asks.
CREATE FUNCTION "keep_audit_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD.at < nullif(current_setting('ringside.audit_prune_before', true), '')::timestamptz THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE' AND current_setting('ringside.audit_forget', true) = 'on'
		AND NEW.ip IS NULL AND NEW.user_agent IS NULL
		AND to_jsonb(NEW) - 'ip' - 'user_agent' = to_jsonb(OLD) - 'ip' - 'user_agent' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'The audit trail only grows: % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_kept" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "keep_audit_entries"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_not_emptied" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_entries"();
