-- Keeps the audit trail: docs/decisions/0040-audit-trail.md. Where the trail belongs to a role of its own (protect-audit.sql), a start
-- must not change any of this, and skips it: a superuser applies this file with psql when a new version has changed it.
DO $file$
BEGIN
IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = 'audit_entries'::regclass), 'USAGE') THEN
	RETURN;
END IF;

-- Entries are added and read. A transaction may say that it deletes those from before a time, or that it
-- removes addresses and devices; everything else is refused, whoever asks.
CREATE OR REPLACE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE OR REPLACE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit_entries();
CREATE OR REPLACE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();

-- The only two ways in which entries change. They run with the rights of their owner, so that the portal's own role needs
-- none where the trail belongs to another one (src-api/infra/audit/protect-audit.sql). That also sets how many days are kept
-- at least, by this database's own clock.
CREATE OR REPLACE FUNCTION prune_audit_entries(short_lived text[], short timestamp with time zone, long timestamp with time zone)
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

CREATE OR REPLACE FUNCTION forget_audit_places(person uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM set_config('ringside.audit_forget', 'on', true);
	UPDATE audit_entries SET ip = NULL, user_agent = NULL
		WHERE (actor_id = person OR (actor_id IS NULL AND subject_id = person))
			AND (ip IS NOT NULL OR user_agent IS NOT NULL);
	PERFORM set_config('ringside.audit_forget', '', true);
END
$$;

REVOKE ALL ON FUNCTION prune_audit_entries, forget_audit_places FROM PUBLIC;
END
$file$;
