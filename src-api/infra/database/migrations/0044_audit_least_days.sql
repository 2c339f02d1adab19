-- How long entries are kept at least, where the trail belongs to a role of its own: protect-audit.sql replaces it. It was a setting of
-- the function below, which only a superuser could restore from a backup.
CREATE FUNCTION "audit_least_days"() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT NULL::integer $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "prune_audit_entries"("short_lived" text[], "short" timestamp with time zone, "long" timestamp with time zone)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	least_days interval := make_interval(days => audit_least_days());
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
$$;
