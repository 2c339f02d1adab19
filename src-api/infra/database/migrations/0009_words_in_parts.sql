-- Returns words in lower case, without accents, invisible characters (soft hyphens, joiners, marks of direction) and punctuation,
-- which the parser would join ("and/or", "front-cross").
-- translate() would take seven times as long, since it compares each character with all that it replaces.
CREATE OR REPLACE FUNCTION content_search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN regexp_replace(lower(unaccent('unaccent', regexp_replace(value, '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g'))), '[][!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‐‑-]', ' ', 'g');
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION content_search_body(body text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT left(regexp_replace(
		coalesce((SELECT string_agg(found #>> '{}', E'\n') FROM jsonb_path_query(details - 'showDay', 'strict $.** ? (@.type() == "string")') AS found) || E'\n', '')
			|| regexp_replace(left(body, 200000), '\]\(\s*(<[^<>]*>|[^\s()]*(\([^\s()]*\)[^\s()]*)*)', '] ', 'g'),
		'^[ \t]*(```+ *course|~~~+ *course|field +[\d.]+ *x *[\d.]+|caption |(\d+ +)?[a-z-]+( +[\d.]+,[\d.]+)+( +-?\d+)?)', '', 'gn'),
		200000)
$$;--> statement-breakpoint
-- Returns the words that are written with hyphens, apostrophes or ampersands, each as one: "start-line" as "startline", "AT&T" as "att".
CREATE OR REPLACE FUNCTION content_search_joined(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce((
		SELECT string_agg(DISTINCT content_search_text(regexp_replace(whole[1], '[-''’ʼ‘´`‐‑&]', '', 'g')), ' ')
		FROM regexp_matches(
			regexp_replace(value, '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]+', '', 'g'),
			'[^][[:space:]!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‘´‐‑-]+(?:[-''’ʼ‘´`‐‑&][^][[:space:]!"#$%&''()*+,./:;<=>?@\\^_`{|}~’ʼ‘´‐‑-]+)+', 'g'
		) AS whole
		WHERE length(whole[1]) <= 60
	), '');
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION content_search_config(language text) RETURNS regconfig LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN CASE language WHEN 'en' THEN 'pg_catalog.english'::regconfig ELSE 'pg_catalog.simple'::regconfig END;
END
$$;--> statement-breakpoint
-- Returns the words of a text, and those written in parts as one as well, by which "it's" is found although the language ignores it.
CREATE OR REPLACE FUNCTION content_search_vector(config regconfig, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	joined text := content_search_joined(value);
BEGIN
	RETURN to_tsvector(config, content_search_text(value) || ' ' || joined) || to_tsvector('simple', joined);
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION content_search_lexemes(language text, value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN tsvector_to_array(to_tsvector(content_search_config(language), content_search_text(value)));
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION fill_content_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	config regconfig := content_search_config(NEW.language);
BEGIN
	NEW.search_teaser := setweight(content_search_vector(config, NEW.title), 'A')
		|| setweight(content_search_vector(config, NEW.summary), 'B')
		|| coalesce((
			SELECT string_agg('''#' || replace(replace(tag, '\', '\\'), '''', '''''') || ''':1C', ' ')::tsvector
			FROM content_entries AS entry, unnest(entry.tags) AS tag
			WHERE entry.kind = NEW.kind AND entry.slug = NEW.slug
		), '')
		|| coalesce((
			SELECT setweight(content_search_vector(config, entry.author), 'C')
			FROM content_entries AS entry
			WHERE entry.kind = NEW.kind AND entry.slug = NEW.slug
		), '');
	NEW.search_all := NEW.search_teaser || strip(content_search_vector(config, content_search_body(NEW.body, NEW.details)));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_content_words(languages text[], texts text[], in_teaser boolean[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO content_words (language, word, lexeme, is_in_teaser)
	SELECT language, word, lexeme, is_in_teaser
	FROM (
		SELECT language, word, (content_search_lexemes(language, word))[1] AS lexeme, bool_or(is_in_teaser) AS is_in_teaser
		FROM unnest(languages, texts, in_teaser) AS text (language, value, is_in_teaser),
			unnest(tsvector_to_array(to_tsvector('simple', content_search_text(value) || ' ' || content_search_joined(value)))) AS word
		WHERE length(word) BETWEEN 2 AND 40 AND word !~ '[0-9]'
		GROUP BY language, word
	) AS whole
	WHERE lexeme IS NOT NULL
	ORDER BY language, word
	ON CONFLICT (language, word) DO UPDATE SET is_in_teaser = true WHERE excluded.is_in_teaser AND NOT content_words.is_in_teaser
$$;--> statement-breakpoint
UPDATE content_texts SET slug = slug;--> statement-breakpoint
REINDEX INDEX "users_search";--> statement-breakpoint
REINDEX INDEX "users_name";--> statement-breakpoint
REINDEX INDEX "invoices_buyer";
