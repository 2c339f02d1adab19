-- Changes to what everybody sees are notified by the database, so that those by jobs, commands and other processes count too.
-- The message is the transaction: a process may receive it on several connections.
CREATE OR REPLACE FUNCTION notify_public_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('public_content', pg_current_xact_id()::text);
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON announcements FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_authors FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_entries FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_tags FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON content_texts FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON feature_flags FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
CREATE OR REPLACE TRIGGER public_content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_public_content();
