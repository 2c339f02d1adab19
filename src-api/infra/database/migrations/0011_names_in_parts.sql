-- Returns what members and orders are searched by: the words of name and address, each after a space; those in parts as one, too:
-- "annamaria" finds "Anna-Maria". It keeps the path of its creation, since an index is also built where none is set, as when a
-- backup is restored.
CREATE OR REPLACE FUNCTION person_search_text(name text, email text, unproven_email text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
DECLARE
	whole text := name || ' ' || coalesce(email, unproven_email, '');
BEGIN
	RETURN ' ' || content_search_text(whole) || ' ' || content_search_joined(whole);
END
$$;--> statement-breakpoint
REINDEX INDEX "users_search";--> statement-breakpoint
REINDEX INDEX "users_name";--> statement-breakpoint
REINDEX INDEX "invoices_buyer";
