-- Keeps lists in their order, and their counts: docs/decisions/0032-long-lists.md.

CREATE OR REPLACE FUNCTION list_content_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO content_listed (kind, slug, tag, published_at)
		SELECT DISTINCT kind, slug, tag, published_at FROM written, unnest(array_append(tags, '')) AS tag WHERE published_at IS NOT NULL;
	ELSIF TG_OP = 'DELETE' THEN
		DELETE FROM content_listed AS listed USING removed WHERE listed.kind = removed.kind AND listed.slug = removed.slug;
	ELSE
		DELETE FROM content_listed AS listed USING (
			SELECT kind, slug, published_at, tags FROM removed EXCEPT SELECT kind, slug, published_at, tags FROM written
		) AS changed WHERE listed.kind = changed.kind AND listed.slug = changed.slug;
		INSERT INTO content_listed (kind, slug, tag, published_at)
		SELECT DISTINCT kind, slug, tag, published_at
		FROM (
			SELECT kind, slug, published_at, tags FROM written EXCEPT SELECT kind, slug, published_at, tags FROM removed
		) AS changed, unnest(array_append(tags, '')) AS tag WHERE published_at IS NOT NULL;
	END IF;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER content_listed_inserted AFTER INSERT ON content_entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_content_entries();
CREATE OR REPLACE TRIGGER content_listed_updated AFTER UPDATE ON content_entries REFERENCING OLD TABLE AS removed NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_content_entries();
CREATE OR REPLACE TRIGGER content_listed_deleted AFTER DELETE ON content_entries REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION list_content_entries();

-- Changes counts in one order, so that two writers do not wait for each other.
CREATE OR REPLACE FUNCTION count_content_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO content_counts (kind, tag, count)
	SELECT kind, tag, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed
	GROUP BY kind, tag ORDER BY kind, tag
	ON CONFLICT (kind, tag) DO UPDATE SET count = content_counts.count + excluded.count;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER content_counts_inserted AFTER INSERT ON content_listed REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_content_listed();
CREATE OR REPLACE TRIGGER content_counts_deleted AFTER DELETE ON content_listed REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_content_listed();
