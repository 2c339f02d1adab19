-- Captions of images and of drawn set-ups are searched: src-api/modules/library/search/search.sql.
CREATE OR REPLACE FUNCTION content_search_body(body text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT content_search_text(left(regexp_replace(
		coalesce((SELECT string_agg(found #>> '{}', E'\n') FROM jsonb_path_query(details - 'showDay', 'strict $.** ? (@.type() == "string")') AS found) || E'\n', '')
			|| regexp_replace(left(body, 200000), '\]\(\s*(<[^<>]*>|[^\s()]*(\([^\s()]*\)[^\s()]*)*)', '] ', 'g'),
		'^[ \t]*(```+ *course|~~~+ *course|field +[\d.]+ *x *[\d.]+|caption |(\d+ +)?[a-z-]+( +[\d.]+,[\d.]+)+( +-?\d+)?)', '', 'gn'),
		200000))
$$;--> statement-breakpoint
UPDATE content_texts SET slug = slug;