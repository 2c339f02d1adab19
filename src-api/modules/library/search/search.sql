-- Search over everything: docs/decisions/0022-search.md. Whoever changes what vectors are made of adds a migration
-- that replaces the function, too, and writes all texts again: UPDATE content_texts SET slug = slug.

-- Returns what members search besides titles, summaries and tags, without addresses and the notation of drawn set-ups (captions and
-- labels stay), and without what entries contribute to the countdowns of shows: their pages do not show it. A vector has at most 1 MB,
-- and the embedded database serves nobody else meanwhile: of the fields besides the text, the first 50,000 characters are searched.
CREATE OR REPLACE FUNCTION content_search_body(body text, details jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT left(regexp_replace(
		coalesce((SELECT left(string_agg(found #>> '{}', E'\n'), 50000) FROM jsonb_path_query(details - 'showDay', 'strict $.** ? (@.type() == "string")') AS found) || E'\n', '')
			|| regexp_replace(left(body, 200000), '\]\(\s*(?:<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)', '] ', 'g'),
		'^[ \t]*(?:```+ *course|~~~+ *course|field +[\d.]+ *x *[\d.]+|caption |(?:\d+ +)?[a-z-]+(?: +[\d.]+,[\d.]+)+(?: +-?\d+)?)', '', 'gn'),
		200000)
$$;

CREATE OR REPLACE FUNCTION content_search_config(language text) RETURNS regconfig LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN CASE language WHEN 'en' THEN 'pg_catalog.english'::regconfig ELSE 'pg_catalog.simple'::regconfig END;
END
$$;

-- Returns the words of a text, and those written in parts as one as well, by which "it's" is found although the language ignores it.
CREATE OR REPLACE FUNCTION content_search_vector(config regconfig, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	joined text := content_search_joined(value);
BEGIN
	RETURN to_tsvector(config, content_search_text(value) || ' ' || joined) || to_tsvector('simple', joined);
END
$$;

-- Returns the words of a text as its language has them in vectors.
CREATE OR REPLACE FUNCTION content_search_lexemes(language text, value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN tsvector_to_array(to_tsvector(content_search_config(language), content_search_text(value)));
END
$$;

-- Names of authors are public, and are searched like tags.
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
$$;
CREATE OR REPLACE TRIGGER content_search BEFORE INSERT OR UPDATE ON content_texts FOR EACH ROW EXECUTE FUNCTION fill_content_search();

CREATE OR REPLACE FUNCTION fill_content_search_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE content_texts SET slug = slug WHERE kind = NEW.kind AND slug = NEW.slug;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER content_search AFTER UPDATE OF tags, author ON content_entries FOR EACH ROW
	WHEN (OLD.tags IS DISTINCT FROM NEW.tags OR OLD.author IS DISTINCT FROM NEW.author) EXECUTE FUNCTION fill_content_search_of_entry();

-- Adds words in one order, so that two writers do not wait for each other.
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
$$;

CREATE OR REPLACE FUNCTION add_words_of_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_content_words(array_agg(language), array_agg(value), array_agg(is_in_teaser))
	FROM (
		SELECT written.language, title || ' ' || summary || ' ' || entry.author AS value, true AS is_in_teaser
		FROM written JOIN content_entries AS entry ON entry.kind = written.kind AND entry.slug = written.slug
		UNION ALL
		SELECT language, content_search_body(body, details), false FROM written
	) AS texts;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER content_words_inserted AFTER INSERT ON content_texts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_texts();
CREATE OR REPLACE TRIGGER content_words_updated AFTER UPDATE ON content_texts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_texts();

CREATE OR REPLACE FUNCTION add_words_of_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM add_content_words(array_agg(name.key), array_agg(name.value), array_agg(true))
	FROM written, jsonb_each_text(written.name) AS name;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER content_words_inserted AFTER INSERT ON content_tags REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_tags();
CREATE OR REPLACE TRIGGER content_words_updated AFTER UPDATE ON content_tags REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION add_words_of_tags();

-- Returns whether two words differ by one letter added, left out, replaced, or swapped with its neighbour.
CREATE OR REPLACE FUNCTION is_one_typo(a text, b text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT EXISTS (
		SELECT FROM generate_series(0, least(length(a), length(b))) AS same
		WHERE left(a, same) = left(b, same) AND (
			substr(a, same + 1) = substr(b, same + 2)
			OR substr(a, same + 2) = substr(b, same + 1)
			OR substr(a, same + 2) = substr(b, same + 2)
			OR (substr(a, same + 3) = substr(b, same + 3)
				AND substr(a, same + 1, 1) = substr(b, same + 2, 1) AND substr(a, same + 2, 1) = substr(b, same + 1, 1))
		)
	)
$$;

-- Loads the library of pg_trgm: before that, only a superuser may create a function with one of its settings.
SELECT show_limit();

-- Returns the known words of five letters or more that are one typo away: two neighbours swapped in a word of five
-- leave a similarity of 0.2.
CREATE OR REPLACE FUNCTION content_near_words(text_language text, sought text, in_body boolean) RETURNS SETOF content_words LANGUAGE plpgsql STABLE ROWS 4
	SET pg_trgm.similarity_threshold = 0.19 AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
		SELECT * FROM content_words AS known
		WHERE known.word % sought AND known.language = text_language AND (in_body OR known.is_in_teaser)
			AND length(known.word) >= 5 AND abs(length(known.word) - length(sought)) <= 1
			AND known.word <> sought AND is_one_typo(known.word, sought);
END
$$;

-- Returns the words of a search, at most ten. Those that the language ignores are left out, and so are Polish words of one
-- or two letters beside longer ones; "it's" and "don't" count where nothing else is sought. The last word may be unfinished. A word
-- in parts ("start-line") is one word for each part, of which each is also found as all parts in one, the lexemes in "joined".
CREATE OR REPLACE FUNCTION content_search_sought(query text, text_language text)
	RETURNS TABLE (place integer, word text, lexeme text, is_last boolean, joined text[]) LANGUAGE plpgsql STABLE ROWS 3 AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
		WITH written AS (
			SELECT at, value, content_search_joined(value) AS whole, value ~ '[''’ʼ‘´`]' AS has_apostrophe
			FROM regexp_split_to_table(btrim(query), '\s+') WITH ORDINALITY AS written (value, at)
			WHERE at <= 10
		), parts AS (
			SELECT at, row_number() OVER (ORDER BY at, part_at) AS place, word, whole, has_apostrophe,
				(content_search_lexemes(text_language, word))[1] AS lexeme
			FROM written, regexp_split_to_table(btrim(content_search_text(value)), '\s+') WITH ORDINALITY AS part (word, part_at)
			WHERE word <> ''
		), split AS (
			SELECT at, place::integer, word, lexeme, whole, has_apostrophe, place = max(place) OVER () AS is_last,
				text_language <> 'en' AND max(length(word)) OVER () > 2 AS skips_short,
				bool_or(lexeme IS NOT NULL) OVER () AS has_others,
				bool_or(lexeme IS NOT NULL) OVER (PARTITION BY at) AS has_parts,
				row_number() OVER (PARTITION BY at ORDER BY place) AS part,
				CASE WHEN whole <> '' THEN array_remove(ARRAY[whole, (content_search_lexemes(text_language, whole))[1]], NULL) END AS joined
			FROM parts
			WHERE place <= 10
		)
		SELECT place, word, lexeme, is_last, joined FROM split
		WHERE lexeme IS NOT NULL AND NOT (skips_short AND length(word) <= 2 AND joined IS NULL)
		UNION ALL
		-- Of "AT&T" the language ignores every part.
		SELECT place, whole, whole, false, joined FROM split
		WHERE joined IS NOT NULL AND NOT has_parts AND part = 1 AND NOT (has_apostrophe AND has_others);
END
$$;

-- Returns the tags whose name has a word.
CREATE OR REPLACE FUNCTION content_tags_named(tag_language text, sought text, is_prefix boolean) RETURNS SETOF text LANGUAGE plpgsql STABLE ROWS 2 AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
		SELECT id FROM content_tags
		WHERE EXISTS (
			SELECT FROM unnest(content_search_lexemes(tag_language, coalesce(name ->> tag_language, name ->> 'en', (SELECT min(value) FROM jsonb_each_text(name))))) AS lexeme
			WHERE lexeme = ANY (content_search_lexemes(tag_language, sought))
				OR (is_prefix AND length(sought) >= 2 AND starts_with(lexeme, content_search_text(sought)))
		);
END
$$;

-- Returns what each word of a search stands for: lexemes of texts, or of the tags with such a name; "place" is that of the word. With
-- "typos" these are words that are one typo away.
CREATE OR REPLACE FUNCTION content_search_terms(query text, text_language text, tag_language text, in_body boolean, typos boolean)
	RETURNS TABLE (place integer, term text, is_prefix boolean) LANGUAGE plpgsql STABLE ROWS 10 AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
		WITH sought AS (
			SELECT * FROM content_search_sought(query, text_language)
		), near AS (
			SELECT sought.place, known.language, known.word, known.lexeme
			FROM sought, unnest(ARRAY[text_language, tag_language]) AS language, content_near_words(language, sought.word, in_body) AS known
			WHERE typos AND length(sought.word) >= 4 AND sought.word !~ '[0-9]'
		)
		SELECT place, lexeme, false FROM near WHERE language = text_language
		UNION SELECT place, '#' || tag, false FROM near, content_tags_named(tag_language, word, false) AS tag
		UNION SELECT place, lexeme, false FROM sought
		UNION SELECT place, unnest(joined), false FROM sought
		UNION SELECT place, unnest(ARRAY[word, lexeme]), true FROM sought WHERE is_last AND length(word) >= 2
		-- "trainin" continues to a word whose stem it does not begin with
		UNION SELECT place, known.lexeme, false FROM sought JOIN content_words AS known ON known.word LIKE sought.word || '%'
			WHERE is_last AND length(sought.word) >= 4 AND known.language = text_language AND (in_body OR known.is_in_teaser)
				AND NOT starts_with(known.lexeme, sought.word)
		UNION SELECT place, '#' || tag, false FROM sought, content_tags_named(tag_language, word, is_last) AS tag;
END
$$;

-- Returns a query for texts with all words ("joined" by &) or with any (|).
CREATE OR REPLACE FUNCTION content_search_query(places integer[], terms text[], prefixes boolean[], joined text)
	RETURNS tsquery LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	RETURN (
		SELECT string_agg('(' || alternatives || ')', ' ' || joined || ' ')::tsquery
		FROM (
			SELECT string_agg('''' || replace(replace(term, '\', '\\'), '''', '''''') || '''' || CASE WHEN is_prefix THEN ':*' ELSE '' END, ' | ') AS alternatives
			FROM unnest(places, terms, prefixes) AS found (place, term, is_prefix)
			GROUP BY place
		) AS words
	);
END
$$;
