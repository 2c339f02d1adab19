-- Gives the audit trail to a role of its own, so that the portal's role can add and read entries, and neither change nor
-- delete them, whatever becomes of the trigger: docs/operation.md. To be run by a superuser in the portal's database,
-- again after every new AUDIT_KEEP_DAYS, which is passed in: PGOPTIONS="-c ringside.audit_least_days=730" psql … -f …
DO $$
DECLARE
	portal text := (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'users');
	days int := coalesce(nullif(current_setting('ringside.audit_least_days', true), ''), '730')::int;
BEGIN
	IF portal IS NULL THEN
		RAISE EXCEPTION 'This is not the database of a portal that has been started.';
	END IF;
	-- Neither would be restrained: the latter can make itself a member of any other role.
	IF (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = portal) THEN
		RAISE EXCEPTION 'The portal''s role % must be neither a superuser nor allowed to create roles.', portal;
	END IF;
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ringside_audit') THEN
		CREATE ROLE ringside_audit NOLOGIN;
	END IF;
	IF pg_has_role(portal, 'ringside_audit', 'MEMBER') THEN
		RAISE EXCEPTION 'The portal''s role % must not be a member of ringside_audit.', portal;
	END IF;
	-- The owner of a database or a schema can drop everything in it.
	EXECUTE format('ALTER DATABASE %I OWNER TO ringside_audit', current_database());
	EXECUTE format('GRANT ALL ON DATABASE %I TO %I', current_database(), portal);
	ALTER SCHEMA public OWNER TO ringside_audit;
	EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', portal);
	ALTER TABLE audit_entries OWNER TO ringside_audit;
	ALTER FUNCTION keep_audit_entries OWNER TO ringside_audit;
	ALTER FUNCTION prune_audit_entries OWNER TO ringside_audit;
	ALTER FUNCTION forget_audit_places OWNER TO ringside_audit;
	EXECUTE format(
		'CREATE OR REPLACE FUNCTION audit_least_days() RETURNS integer LANGUAGE sql STABLE AS %L', format('SELECT %s', days)
	);
	ALTER FUNCTION audit_least_days OWNER TO ringside_audit;
	EXECUTE format('REVOKE ALL ON audit_entries, audit_entries_id_seq FROM %I', portal);
	EXECUTE format('GRANT SELECT, INSERT ON audit_entries TO %I', portal);
	EXECUTE format('GRANT SELECT, USAGE ON SEQUENCE audit_entries_id_seq TO %I', portal);
	EXECUTE format('GRANT EXECUTE ON FUNCTION prune_audit_entries, forget_audit_places TO %I', portal);
END
$$;
