-- Who acted as an admin, also after the account is gone: docs/decisions/0040-audit-trail.md.
ALTER TABLE "audit_entries" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_email" text;--> statement-breakpoint
-- What the present admins have done so far, before one of them deletes the account.
ALTER TABLE "audit_entries" DISABLE TRIGGER "audit_entries_kept";--> statement-breakpoint
UPDATE "audit_entries" SET "actor_name" = "users"."name", "actor_email" = "users"."email" FROM "users"
	WHERE "users"."id" = "audit_entries"."actor_id" AND 'ROLE_ADMIN' = ANY("users"."roles");--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE TRIGGER "audit_entries_kept";--> statement-breakpoint
-- The only two ways in which entries change. They run with the rights of their owner, so that the portal's own role needs
-- none where the trail belongs to another one (src-api/infra/audit/protect-audit.sql). That also sets how many days are kept
-- at least, by this database's own clock.
CREATE FUNCTION "prune_audit_entries"("short_lived" text[], "short" timestamp with time zone, "long" timestamp with time zone)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	least_days interval := make_interval(days => nullif(current_setting('ringside.audit_least_days', true), '')::int);
BEGIN
	IF least_days IS NOT NULL THEN
		long := least(long, now() - least_days);
		short := least(short, now() - least(least_days, interval '180 days'));
	END IF;
	PERFORM set_config('ringside.audit_prune_before', short::text, true);
	DELETE FROM audit_entries WHERE act = ANY(short_lived) AND at < short;
	PERFORM set_config('ringside.audit_prune_before', long::text, true);
	DELETE FROM audit_entries WHERE at < long;
	PERFORM set_config('ringside.audit_prune_before', '', true);
END
$$;--> statement-breakpoint
CREATE FUNCTION "forget_audit_places"("person" uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM set_config('ringside.audit_forget', 'on', true);
	UPDATE audit_entries SET ip = NULL, user_agent = NULL
		WHERE (actor_id = person OR (actor_id IS NULL AND subject_id = person))
			AND (ip IS NOT NULL OR user_agent IS NOT NULL);
	PERFORM set_config('ringside.audit_forget', '', true);
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "prune_audit_entries" FROM PUBLIC;--> statement-breakpoint
REVOKE ALL ON FUNCTION "forget_audit_places" FROM PUBLIC;
--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "is_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A judge's note is shown under the name that was approved with it; so far that is the present one.
ALTER TABLE "judge_notes" DROP CONSTRAINT "judge_notes_shown";--> statement-breakpoint
ALTER TABLE "judge_notes" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "judge_notes" ADD COLUMN "shown_author" text;--> statement-breakpoint
UPDATE "judge_notes" SET "author" = "users"."name", "shown_author" = CASE WHEN "shown_at" IS NULL THEN NULL ELSE "users"."name" END
	FROM "users" WHERE "users"."id" = "judge_notes"."user_id";--> statement-breakpoint
ALTER TABLE "judge_notes" ALTER COLUMN "author" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_shown" CHECK (num_nonnulls("judge_notes"."shown_text", "judge_notes"."shown_author", "judge_notes"."shown_language", "judge_notes"."shown_at") in (0, 4));
